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
  wtV: { schema: toggle, initial: "enabled" },
  /** Whether phones and desks keep tickets for working offline; `disabled` for shared computers. */
  deviceStorage: { schema: toggle, initial: "enabled" },
  /** Whether notifications say who wrote and what; `disabled`: "new message" for everybody. */
  pushText: { schema: toggle, initial: "enabled" },
  campaignsEnabled: { schema: toggle, initial: "disabled" },
} as const satisfies Record<string, { schema: z.ZodType<string>; initial: string }>;
export type CompanySettingKey = keyof typeof companySettings;
export const companySettingKeys = Object.keys(companySettings) as CompanySettingKey[];

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);
export const platformSettings = {
  allowSignup: { schema: toggle, initial: "disabled", public: true },
  userCreation: { schema: toggle, initial: "disabled", public: false },
  primaryColorLight: { schema: colour, initial: "#0000FF", public: true },
  primaryColorDark: { schema: colour, initial: "#39ACE7", public: true },
  appLogoLight: { schema: z.string().max(300), initial: "", public: true },
  appLogoDark: { schema: z.string().max(300), initial: "", public: true },
  appLogoFavicon: { schema: z.string().max(300), initial: "", public: true },
  /** The installed app's icons, as `brand.ts` writes them. */
  appIcons: { schema: z.string().max(2000), initial: "", public: true },
  appName: { schema: z.string().max(60), initial: "", public: true },
  minPasswordLength: { schema: z.string().regex(/^\d{1,2}$/), initial: "5", public: true },
  ticketExpireHours: { schema: z.string().regex(/^\d{1,4}$/), initial: "24", public: false },
} as const;
export type PlatformSettingKey = keyof typeof platformSettings;
export const platformSettingKeys = Object.keys(platformSettings) as PlatformSettingKey[];
/** White-label name when none is set. */
export const DEFAULT_APP_NAME = "app_whats";
