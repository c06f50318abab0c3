import { z } from "zod";
import { task } from "../../core/jobs.ts";

export const RingData = z.object({
  ticketId: z.number(),
  why: z.enum(["message", "waits", "transfer", "mention"]),
  messageId: z.number().nullable(),
  authorId: z.number().nullable(),
  mentioned: z.array(z.number()).default([]),
  /** Given by `enqueue`: a job with a lower number than what shows comes too late. */
  ring: z.number().default(0),
  /** Only these devices, a moment later: their people were active elsewhere. */
  only: z.array(z.number()).nullable().default(null),
});
export type RingData = z.output<typeof RingData>;
/** Something happened in a ticket: finds out whom it concerns and rings their devices. */
export const ring = task("notifications.ring", RingData, "pushes");

export const OutageData = z.object({
  connectionId: z.number(),
  /** True when it is over. */
  over: z.boolean(),
});
export type OutageData = z.output<typeof OutageData>;
/** A connection is away, or is no longer: rings those who look after connections, or takes it back. */
export const outage = task("notifications.outage", OutageData, "pushes");

export const ClearData = z.object({
  ticketId: z.number(),
  /** Who has read it; null: whoever it no longer concerns. */
  readerId: z.number().nullable(),
  /** True where everything was read while it rang. */
  all: z.boolean().default(false),
});
export type ClearData = z.output<typeof ClearData>;
/** A ticket was read, taken or closed: takes its notification from the devices where it shows. */
export const clear = task("notifications.clear", ClearData, "pushes");

export const ChatData = z.object({
  chatId: z.number(),
  messageId: z.number(),
  authorId: z.number(),
  mentioned: z.array(z.number()).default([]),
  /** Only these devices, a moment later: their people were active elsewhere. */
  only: z.array(z.number()).nullable().default(null),
});
export type ChatData = z.output<typeof ChatData>;
/** Something was said in a chat of colleagues: rings the members who have not read it. */
export const chat = task("notifications.chat", ChatData, "pushes");

export const OverData = z.object({
  devices: z.array(z.object({
    sessionId: z.string(),
    language: z.string(),
    endpoint: z.string(),
    p256dh: z.string(),
    auth: z.string(),
  })),
});
export type OverData = z.output<typeof OverData>;
/** Sessions ended: tells their devices, which are known no more and may be asleep for weeks, to delete what they keep. */
export const over = task("notifications.over", OverData, "pushes");

/** Why a campaign sends nothing; hours and a day's limit pass by themselves and are told to nobody. */
export const toldPauses = ["line", "plan", "template"] as const;
export type ToldPause = typeof toldPauses[number];
export const PauseData = z.object({ campaignId: z.number(), reason: z.enum(toldPauses) });
export type PauseData = z.output<typeof PauseData>;
/** A campaign has been paused for a while: rings who made it. */
export const campaignPause = task("notifications.campaign", PauseData, "pushes");
