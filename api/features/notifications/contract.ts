// What rings on a person's devices when the app is closed: rules, quiet hours, devices, a test (Web Push).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, text } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { writeOnly } from "../../contract/marks.ts";

/** `waiting`: one's own tickets and what waits in one's queues; `mine`: one's own; `mentions`: only who names one in a note. */
export const levels = ["waiting", "mine", "mentions", "none"] as const;
export const Level = z.enum(levels);
export type Level = z.infer<typeof Level>;
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time");

export const NotificationRules = z.object({
  level: Level,
  /** Queues with a rule of their own; the others follow `level`. */
  queues: z.array(z.object({ queueId: z.number(), level: Level })),
  /** Nothing rings between these times of the company's day; `from` later than `to` goes past midnight. */
  quiet: z.object({ on: z.boolean(), from: Time, to: Time }),
  /** True: "new message" instead of who wrote and what. */
  hideText: z.boolean(),
  /** Rings when a connection has been away for a minute; for those who may see connections. */
  connections: z.boolean(),
});
export type NotificationRules = z.infer<typeof NotificationRules>;
const RulesForm = z.object({
  level: Level,
  queues: z.array(z.object({ queueId: Id("queue"), level: Level })).max(500),
  quiet: z.object({ on: z.boolean(), from: Time, to: Time }),
  hideText: z.boolean(),
  connections: z.boolean(),
}).partial();

export const Device = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: Instant,
  /** When something last rang there. */
  rangAt: Instant.nullable(),
  /** True for the device that asks: it belongs to this session. */
  current: z.boolean(),
});
export type Device = z.infer<typeof Device>;
const DeviceForm = z.object({
  endpoint: writeOnly(z.url("url").max(2000)),
  keys: z.object({ p256dh: writeOnly(text(200).min(1, "required")), auth: writeOnly(text(100).min(1, "required")) }),
  /** What the person would call it: "Chrome, Android". */
  name: text(80).trim().min(1, "required"),
});

/** The rules of this person changed; told to that person only. */
export const notificationsChanged = signal(
  "company-{id}-notifications",
  z.object({ action: z.literal("update"), rules: NotificationRules }),
);

export const notifications = {
  rules: endpoint({
    method: "GET",
    path: "/notifications/rules",
    summary: "When this person's devices ring, and the key with which a browser subscribes.",
    access: "user",
    // One's own.
    support: false,
    response: NotificationRules.extend({
      publicKey: z.string(),
      /** True where the company lets no text leave: "new message" for everybody. */
      companyHidesText: z.boolean(),
    }),
  }),
  changeRules: endpoint({
    method: "PUT",
    path: "/notifications/rules",
    summary: "Changes when this person's devices ring; what is left out stays.",
    access: "user",
    body: RulesForm,
    response: NotificationRules,
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  devices: endpoint({
    method: "GET",
    path: "/notifications/devices",
    summary: "The devices of this person that ring.",
    access: "user",
    response: z.array(Device),
  }),
  addDevice: endpoint({
    method: "POST",
    path: "/notifications/devices",
    summary: "Lets this device ring, for as long as its session lives. The same endpoint again is the same device.",
    access: "user",
    body: DeviceForm,
    response: Device,
    errors: ["ERR_PUSH_ADDRESS_REFUSED"],
  }),
  removeDevice: endpoint({
    method: "DELETE",
    path: "/notifications/devices/{id}",
    summary: "A device of this person rings no more.",
    access: "user",
    params: IdParam("device"),
    response: Ok,
    errors: ["ERR_NO_DEVICE_FOUND"],
  }),
  test: endpoint({
    method: "POST",
    path: "/notifications/test",
    summary: "Rings this person's devices once, now, whatever the rules say. Answers how many were reached.",
    access: "user",
    response: z.object({ reached: z.number(), failed: z.number() }),
    errors: ["ERR_TOO_MANY_REQUESTS"],
    transaction: false,
  }),
};
