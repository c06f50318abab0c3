// The choices of the options tab, in groups (docs/product/settings.md#company). Each has its words under `option.<name>`.
import type { CompanySettingKey } from "../../../api/contract/settings.ts";

/** A text that its switch needs in one of its positions. */
export interface Needed {
  name: CompanySettingKey;
  when: "enabled" | "disabled";
}
export interface Choice {
  name: CompanySettingKey;
  text?: Needed;
}
export interface Group {
  name: "attendance" | "transfer" | "bot" | "calls";
  choices: readonly Choice[];
}
const plain = (...names: CompanySettingKey[]): Choice[] => names.map((name) => ({ name }));
const withText = (name: CompanySettingKey, text: CompanySettingKey, when: Needed["when"] = "enabled"): Choice => ({
  name,
  text: { name: text, when },
});

export const groups: readonly Group[] = [
  {
    name: "attendance",
    choices: [
      ...plain("sendSignMessage", "requiredTag"),
      withText("sendGreetingAccepted", "greetingAcceptedMessage"),
      ...plain("userRating", "sendFarewellWaitingTicket", "showNotificationPending"),
    ],
  },
  {
    name: "bot",
    choices: [
      ...plain("sendGreetingMessageOneQueues", "userRandom", "DirectTicketsToWallets"),
      withText("sendQueuePosition", "sendQueuePositionMessage"),
    ],
  },
  {
    name: "transfer",
    choices: [withText("sendMsgTransfTicket", "transferMessage"), ...plain("closeTicketOnTransfer")],
  },
  {
    name: "calls",
    choices: [
      withText("acceptCallWhatsapp", "AcceptCallWhatsappMessage", "disabled"),
      ...plain("acceptAudioMessageContact"),
    ],
  },
];
/** Shown while LGPD is on. */
export const privacyChoices = ["lgpdConsent", "lgpdDeleteMessage", "lgpdHideNumber"] as const;
export const botLanguages = ["pt", "en", "es", "tr"] as const;
export const scheduleTypes = ["disabled", "company", "queue", "connection"] as const;
export const factorRules = ["free", "admins", "everybody"] as const;
