// What other features do to schedules.
import { ahead, type Inbound } from "../../inbound.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Audience } from "../../core/live/emit.ts";
import { emit } from "../../core/live/emit.ts";
import { type Schedule, scheduleChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Admins, who planned it, and who is to have its ticket. */
export function audienceOf({ userId, ticketUserId }: Pick<Schedule, "userId" | "ticketUserId">): Audience {
  return { to: ["admin", ...[userId, ticketUserId].filter((id) => id !== null).map((id) => `user:${id}`)] };
}
/** Tells how a schedule is now. */
export async function tell(tx: Tx, id: number, action: "create" | "update" = "update"): Promise<Schedule | undefined> {
  const schedule = await queries.byId(tx, id);
  if (schedule) emit(tx, scheduleChanged, audienceOf(schedule), { action, schedule });
  return schedule;
}

/** Calls off what the customer's message calls off; answers the schedules' ids. */
export const cancelledByReply = ahead<number[]>(async (tx, { event, contactId }) =>
  event.fromMe ? [] : await queries.cancelAnswered(tx, contactId, new Date(event.at))
);
/** A step of the pipeline: the customer has written, so what was to be called off by that is (docs/product/schedules.md#answer). */
export async function cancelOnReply(tx: Tx, inbound: Inbound): Promise<"next"> {
  for (const id of await cancelledByReply(tx, inbound)) await tell(tx, id);
  return "next";
}
