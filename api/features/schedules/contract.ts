// Schedules: messages to one contact that go out later, once or again and again (docs/product/schedules.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, pageFacts, PageQuery, text } from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { contactChanged } from "../contacts/contract.ts";

/** Waits; handed to its connection; sent; not sent, with a reason; called off. */
export const scheduleStates = ["PENDENTE", "AGENDADA", "ENVIADA", "ERRO", "CANCELADA"] as const;
export type ScheduleState = typeof scheduleStates[number];
export const SCHEDULE_MIN_CHARS = 5;
/** A message is planned so far ahead at most, days. */
export const SCHEDULE_AHEAD_DAYS = 731;
const Named = z.object({ id: z.number(), name: z.string() });

export const Schedule = z.object({
  id: z.number(),
  body: z.string(),
  /** Null where the contact was deleted. */
  contactId: z.number().nullable(),
  contact: Named.nullable(),
  /** When it goes out next, or went out last. */
  sendAt: Instant,
  sentAt: Instant.nullable(),
  status: z.enum(scheduleStates),
  /** Why it was not sent: a code of the error catalogue. */
  error: z.string().nullable(),
  whatsappId: z.number(),
  whatsapp: Named.extend({ channel: z.string() }),
  openTicket: z.enum(["enabled", "disabled"]),
  statusTicket: z.enum(["closed", "open", "pending"]),
  ticketUserId: z.number().nullable(),
  ticketUser: Named.nullable(),
  queueId: z.number().nullable(),
  /** What `valorIntervalo` counts: 1 days, 2 weeks, 3 months, 4 minutes. */
  intervalo: z.number(),
  /** 0: sent once. */
  valorIntervalo: z.number(),
  enviarQuantasVezes: z.number(),
  /** How many of these are over. */
  sentTimes: z.number(),
  /** On a day off: 4 sent all the same, 5 on the working day before, 6 on the one after. */
  tipoDias: z.number(),
  assinar: z.boolean(),
  /** Called off when the customer writes first. */
  cancelOnReply: z.boolean(),
  /** The approved text that goes out instead where the reply window is closed by then. */
  template: z.object({ id: z.number(), name: z.string(), values: z.record(z.string(), z.string()) }).nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string(),
  /** Who planned it; null where they have left. */
  userId: z.number().nullable(),
  user: Named.extend({ color: z.string() }).nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** An instant, or what the company's calendar and clock will show (`2026-12-24T09:30`). */
const When = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })]);
/** What a form leaves out stays as it is, or is the default. */
export const ScheduleForm = z.object({
  body: text(MAX_MESSAGE_CHARS).trim().min(SCHEDULE_MIN_CHARS, "too_short"),
  contactId: Id("contact"),
  sendAt: When,
  whatsappId: Id("connection"),
  openTicket: z.enum(["enabled", "disabled"]).optional(),
  statusTicket: z.enum(["closed", "open", "pending"]).optional(),
  ticketUserId: Id("user").nullish(),
  queueId: Id("queue").nullish(),
  intervalo: z.coerce.number().int().min(1).max(4).optional(),
  valorIntervalo: z.coerce.number().int().min(0).max(100_000).optional(),
  enviarQuantasVezes: z.coerce.number().int().min(1).max(1_000).optional(),
  tipoDias: z.coerce.number().int().min(4).max(6).optional(),
  assinar: z.boolean().optional(),
  cancelOnReply: z.boolean().optional(),
  /** One of the connection without a file, by its id, with what stands in its places (`body.1`); null: none. */
  template: z.object({
    id: Id("messageTemplate"),
    values: z.record(z.string().max(60), text(1024)).optional().default({}),
  }).nullish(),
});

const Holiday = z.object({
  day: z.iso.date().refine((day) => day >= "2000" && day < "2100", "year"),
  name: text(100).trim(),
});
export type Holiday = z.infer<typeof Holiday>;
export const HolidayList = z.object({
  holidays: z.array(Holiday).max(400).refine(
    (all) => new Set(all.map(({ day }) => day)).size === all.length,
    "duplicate",
  ),
});

export const scheduleChanged = changes("company-{id}-schedule", "schedule", "scheduleId", Schedule);
export const holidaysChanged = signal("company-{id}-holidays", z.object({ action: z.literal("update") }));
const live = [scheduleChanged, nameChanged, contactChanged] as const;
const plan = "useSchedules";
const mayLack = [
  "ERR_NO_USER_FOUND",
  "ERR_NO_QUEUE_FOUND",
  "ERR_NO_CONTACT_FOUND",
  "ERR_NO_WAPP_FOUND",
  "ERR_CONTACT_OUT_OF_REACH",
  "ERR_TEXT_TOO_LONG",
  "ERR_NO_TEMPLATE_FOUND",
  "ERR_TEMPLATE_REFUSED",
] as const;

export const schedules = {
  list: endpoint({
    method: "GET",
    path: "/schedules",
    summary:
      "Schedules one may see, earliest first: one's own, for admins all. Between `dateStart` and `dateEnd` 2,000 a page.",
    access: "user",
    plan,
    live,
    query: PageQuery.extend({
      contactId: Id("contact").optional(),
      dateStart: z.iso.datetime({ offset: true }).optional(),
      dateEnd: z.iso.datetime({ offset: true }).optional(),
      /** Only what has not gone out. */
      waiting: z.enum(["true", "false"]).optional(),
    }),
    response: z.object({ schedules: z.array(Schedule), ...pageFacts }),
  }),
  show: endpoint({
    method: "GET",
    path: "/schedules/{id}",
    summary: "One schedule.",
    access: "user",
    plan,
    live,
    params: IdParam("schedule"),
    response: Schedule,
    errors: ["ERR_NO_SCHEDULE_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/schedules",
    summary: "Plans a message.",
    access: "user",
    plan,
    body: ScheduleForm,
    response: Schedule,
    errors: [...mayLack],
  }),
  update: endpoint({
    method: "PUT",
    path: "/schedules/{id}",
    summary: "Changes what has not gone out; plans anew what failed or was called off.",
    access: "user",
    plan,
    params: IdParam("schedule"),
    body: ScheduleForm.partial(),
    response: Schedule,
    errors: [
      "ERR_NO_SCHEDULE_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_ALREADY_IN_STATE",
      ...mayLack,
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/schedules/{id}",
    summary: "Deletes a schedule; what it has sent stays.",
    access: "user",
    plan,
    params: IdParam("schedule"),
    response: Ok,
    errors: ["ERR_NO_SCHEDULE_FOUND", "ERR_NO_PERMISSION"],
  }),
  upload: endpoint({
    method: "POST",
    path: "/schedules/{id}/media-upload",
    summary: "Sets the picture that goes with a schedule: png or jpg.",
    access: "user",
    plan,
    params: IdParam("schedule"),
    upload: "file",
    response: Schedule,
    errors: [
      "ERR_NO_SCHEDULE_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_ALREADY_IN_STATE",
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_BODY_TOO_LARGE",
      "ERR_DISK_FULL",
    ],
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/schedules/{id}/media-upload",
    summary: "Takes the picture off a schedule.",
    access: "user",
    plan,
    params: IdParam("schedule"),
    response: Schedule,
    errors: ["ERR_NO_SCHEDULE_FOUND", "ERR_NO_PERMISSION", "ERR_ALREADY_IN_STATE"],
  }),
  holidays: endpoint({
    method: "GET",
    path: "/holidays",
    summary: "The days on which the company does not work, in order.",
    access: "user",
    live: [holidaysChanged],
    response: z.object({ holidays: z.array(Holiday) }),
  }),
  setHolidays: endpoint({
    method: "PUT",
    path: "/holidays",
    summary: "Puts another list of holidays in place of the one there is; what waits is planned anew.",
    access: "settings:manage",
    audit: true,
    body: HolidayList,
    response: z.object({ holidays: z.array(Holiday) }),
  }),
};
