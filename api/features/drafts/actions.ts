// What tickets tell drafts.
import { emit, only } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { draftsOffered } from "./contract.ts";
import type { Happenings } from "../tickets/effects.ts";
import * as offers from "./offers.ts";

/** A ticket changes hands: what was half written in it is offered to who has it now. */
export async function handOver(tx: Tx, handing: Happenings["handedOver"]): Promise<void> {
  if (handing.from === handing.to) return;
  if (!await offers.leave(tx, handing)) return;
  for (const userId of [handing.from, handing.to]) tellOf(tx, userId, handing.into);
}

/** A ticket is open again with the person it was closed with: what is offered to them in it is offered again. */
export async function offerAgain(tx: Tx, { ticketId, before, after }: Happenings["changed"]): Promise<void> {
  if (before?.userId !== after.userId || before.status === after.status || !isAnswered(after)) return;
  if (await offers.isLeftIn(tx, ticketId)) tellOf(tx, after.userId, ticketId);
}
const isAnswered = ({ status }: Happenings["changed"]["after"]) => status === "open" || status === "group";

/** Tells a person's screens to fetch the offers of that ticket again. */
export function tellOf(tx: Tx, userId: number | null, ticketId: number): void {
  if (userId !== null) emit(tx, draftsOffered, only(userId), { ticketId });
}
