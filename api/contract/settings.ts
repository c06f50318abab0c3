// Every company and platform setting: key, scope, schema, default (docs/product/settings.md).
import { z } from "zod";

const toggle = z.enum(["enabled", "disabled"]);
const words = z.string().max(4000);

export const companySettings = {
  userRating: { schema: toggle, initial: "disabled" },
  scheduleType: { schema: z.enum(["disabled", "queue", "company", "connection"]), initial: "disabled" },
  /** What the server says to customers by itself is said in it; texts that somebody wrote stay as they are. */
  botLanguage: { schema: z.enum(["pt", "en", "es", "tr"]), initial: "pt" },
  chatBotType: { schema: z.enum(["text"]), initial: "text" },
  acceptCallWhatsapp: { schema: toggle, initial: "enabled" },
  userRandom: { schema: toggle, initial: "enabled" },
  sendGreetingMessageOneQueues: { schema: toggle, initial: "enabled" },
  sendSignMessage: { schema: toggle, initial: "enabled" },
  sendFarewellWaitingTicket: { schema: toggle, initial: "disabled" },
  sendGreetingAccepted: { schema: toggle, initial: "disabled" },
  sendQueuePosition: { schema: toggle, initial: "disabled" },
  acceptAudioMessageContact: { schema: toggle, initial: "enabled" },
  enableLGPD: { schema: toggle, initial: "disabled" },
  requiredTag: { schema: toggle, initial: "disabled" },
  lgpdDeleteMessage: { schema: toggle, initial: "disabled" },
  lgpdHideNumber: { schema: toggle, initial: "disabled" },
  lgpdConsent: { schema: toggle, initial: "disabled" },
  lgpdMessage: { schema: words, initial: "" },
  lgpdLink: { schema: words, initial: "" },
  sendMsgTransfTicket: { schema: toggle, initial: "disabled" },
  DirectTicketsToWallets: { schema: toggle, initial: "disabled" },
  closeTicketOnTransfer: { schema: toggle, initial: "disabled" },
  transferMessage: { schema: words, initial: "" },
  greetingAcceptedMessage: { schema: words, initial: "" },
  AcceptCallWhatsappMessage: { schema: words, initial: "" },
  sendQueuePositionMessage: { schema: words, initial: "" },
  showNotificationPending: { schema: toggle, initial: "disabled" },
  /** The server that links to video meetings point to; empty: none are offered. */
  meetingUrl: {
    schema: z.string().max(300).regex(/^(https:\/\/[^\s/?#]+[^\s?#]*)?$/),
    initial: "https://meet.jit.si",
  },
  wtV: { schema: toggle, initial: "enabled" },
  /** Whether phones and desks keep tickets for working offline; `disabled` for shared computers. */
  deviceStorage: { schema: toggle, initial: "enabled" },
  /** Whether notifications say who wrote and what; `disabled`: "new message" for everybody. */
  pushText: { schema: toggle, initial: "enabled" },
  /** Who must sign in with a second factor; everybody may. */
  secondFactor: { schema: z.enum(["free", "admins", "everybody"]), initial: "free" },
  /** The prompt that helps people in the composer, by its id; empty: none. Chosen with the prompt. */
  assistantPromptId: { schema: z.string().regex(/^\d{0,15}$/), initial: "" },
  /** Answers of the company's models in a day; 0: none. */
  aiDailyLimit: { schema: z.string().regex(/^\d{1,6}$/), initial: "1000" },
  /** Whether the platform's operator may look into the company, for an hour at a time and to read only. */
  supportAccess: { schema: toggle, initial: "disabled" },
  campaignsEnabled: { schema: toggle, initial: "disabled" },
} as const satisfies Record<string, { schema: z.ZodType<string>; initial: string }>;
export type CompanySettingKey = keyof typeof companySettings;
// Marked, so that an app's script leaves out what it does not read.
export const companySettingKeys = /* @__PURE__ */ Object.keys(companySettings) as CompanySettingKey[];

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);
/** Who reads a setting of the platform: `everybody` also before signing in, `user` who is signed in, `super` its operators. */
export type SettingReader = "everybody" | "user" | "super";
/** What names no reader is for operators alone. */
export const platformSettings = {
  allowSignup: { schema: toggle, initial: "disabled", readBy: "everybody" },
  userCreation: { schema: toggle, initial: "disabled" },
  primaryColorLight: { schema: colour, initial: "#0000FF", readBy: "everybody" },
  primaryColorDark: { schema: colour, initial: "#39ACE7", readBy: "everybody" },
  appLogoLight: { schema: z.string().max(300), initial: "", readBy: "everybody" },
  appLogoDark: { schema: z.string().max(300), initial: "", readBy: "everybody" },
  appLogoFavicon: { schema: z.string().max(300), initial: "", readBy: "everybody" },
  /** The installed app's icons, as `brand.ts` writes them. */
  appIcons: { schema: z.string().max(2000), initial: "", readBy: "everybody" },
  appName: { schema: z.string().max(60), initial: "", readBy: "everybody" },
  minPasswordLength: { schema: z.string().regex(/^\d{1,2}$/), initial: "5", readBy: "everybody" },
  /** Whom people call for help, by WhatsApp: digits with the country's code; empty: nobody. */
  supportNumber: { schema: z.string().regex(/^(\d{8,15})?$/), initial: "", readBy: "user" },
  ticketExpireHours: { schema: z.string().regex(/^\d{1,4}$/), initial: "24" },
  /** Room for the files of each company, GB; decimals for small ones, 0 for as much as there is. */
  companyDiskGb: { schema: z.string().regex(/^\d{1,5}(\.\d{1,6})?$/), initial: "50" },
  /** So many days before its due date a company gets its invoice. */
  invoiceDays: { schema: z.string().regex(/^([1-9]|[1-5]\d)$/), initial: "7" },
  /** So many days after it a company that has not paid is cut off from its channels. */
  suspendDays: { schema: z.string().regex(/^([0-9]|[1-9]\d|[1-2]\d\d)$/), initial: "3" },
} as const satisfies Record<string, { schema: z.ZodType<string>; initial: string; readBy?: SettingReader }>;
export type PlatformSettingKey = keyof typeof platformSettings;
export const platformSettingKeys = Object.keys(platformSettings) as PlatformSettingKey[];
export type CompanyValues = Record<CompanySettingKey, string>;

/** All settings of a company from those that it has stored: a missing one has its default. */
export function companyValuesOf(stored: Readonly<Record<string, string>>): CompanyValues {
  const values = companySettingKeys.map((key) => [key, stored[key] ?? companySettings[key].initial]);
  return Object.fromEntries(values) as CompanyValues;
}

/** Whether somebody may read a setting of the platform; without a viewer: who is not signed in. */
export function maySeePlatformSetting(key: PlatformSettingKey, viewer?: { super: boolean }): boolean {
  const { readBy = "super" }: { initial: string; readBy?: SettingReader } = platformSettings[key];
  return readBy === "everybody" || viewer !== undefined && (readBy === "user" || viewer.super);
}
/** The product's own name: what an installation is called until its operator gives it another. */
export const PRODUCT_NAME = "Recado";
/** What clients of the API are promised where no name is stored. */
export const DEFAULT_APP_NAME = "app_whats";
