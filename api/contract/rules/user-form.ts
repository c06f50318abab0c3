// What is checked of a person, whoever writes them down: an admin, or they themselves at sign-up (docs/product/users-and-rights.md). Apart from the contract, so that lists load none of it.
import { z } from "zod";
import { Id, naming, text } from "../endpoint.ts";
import { writeOnly } from "../marks.ts";

export const Language = z.enum(["pt", "en", "es", "tr"]);
const toggle = z.enum(["enabled", "disabled"]);
/** Older clients spell `allTicket` without the d; both are read. */
const allTicketInput = z.enum(["enabled", "enable", "disabled", "disable"]).transform((v) =>
  v.startsWith("enable") ? "enabled" as const : "disabled" as const
);
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time");

export const Password = writeOnly(text(50).min(5, "too_short"));
/** The fields of a person without defaults: in zod 4 a default survives `.partial()` and would overwrite what is left out. */
const fields = {
  name: text(50).trim().min(2, "too_short"),
  email: z.email("email").max(200).transform((v) => v.toLowerCase()),
  profile: z.enum(["admin", "user"]),
  companyId: Id("company"),
  queueIds: z.array(Id("queue")).max(500),
  startWork: Time,
  endWork: Time,
  farewellMessage: text(4000),
  whatsappId: Id("connection").nullable(),
  allTicket: allTicketInput,
  allowGroup: z.boolean(),
  defaultTheme: z.enum(["light", "dark"]),
  defaultMenu: z.enum(["open", "closed"]),
  allHistoric: toggle,
  allUserChat: toggle,
  userClosePendingTicket: toggle,
  showDashboard: toggle,
  allowRealTime: toggle,
  allowConnections: toggle,
  language: Language,
};
export const UserForm = z.object({
  ...fields,
  password: Password,
  /** The password was made for them (`Gerar`): they choose their own when they first sign in. */
  passwordMade: z.boolean().optional().default(false),
  profile: fields.profile.optional().default("user"),
  companyId: fields.companyId.optional(),
  queueIds: fields.queueIds.optional().default([]),
  startWork: fields.startWork.optional().default("00:00"),
  endWork: fields.endWork.optional().default("23:59"),
  farewellMessage: fields.farewellMessage.optional().default(""),
  whatsappId: fields.whatsappId.optional().default(null),
  allTicket: fields.allTicket.optional().default("disabled"),
  allowGroup: fields.allowGroup.optional().default(false),
  defaultTheme: fields.defaultTheme.optional().default("light"),
  defaultMenu: fields.defaultMenu.optional().default("closed"),
  allHistoric: fields.allHistoric.optional().default("disabled"),
  allUserChat: fields.allUserChat.optional().default("disabled"),
  userClosePendingTicket: fields.userClosePendingTicket.optional().default("enabled"),
  showDashboard: fields.showDashboard.optional().default("disabled"),
  allowRealTime: fields.allowRealTime.optional().default("disabled"),
  allowConnections: fields.allowConnections.optional().default("disabled"),
  language: fields.language.optional(),
});
/** Every field may be left out; an empty password keeps the old one. */
export const UserUpdate = z.object({
  ...fields,
  password: z.union([z.literal(""), Password]),
  passwordMade: z.boolean(),
  /** Who changes their own password or e-mail says the password they have. */
  currentPassword: writeOnly(text(200)),
}).partial();
/** A new company and the person who opens it (docs/product/session.md). */
export const SignUpForm = z.object({
  name: text(50).trim().min(2, "too_short"),
  companyName: text(50).trim().min(2, "too_short"),
  email: z.email("email").max(200).transform((v) => v.toLowerCase()),
  password: Password,
  phone: text(30).trim().min(1, "required"),
  planId: Id("plan"),
  /** What the person reads the page in: theirs, and what the company's bot speaks at first. */
  language: Language.optional(),
  /** Ignored: a sign-up always makes a new company. */
  companyId: naming("company", z.unknown()).optional(),
});
