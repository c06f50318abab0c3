// What the board does by itself: cards go on when their lane's time is over, and back when their customer writes. Every process may
// sweep at once: each card is decided again under its ticket's lock, so it moves once.
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { ahead, type Inbound } from "../../inbound.ts";
import { log } from "../../core/log.ts";
import { unreachable } from "../opt-outs/actions.ts";
import { putIntoLane } from "../tags/actions.ts";
import { writeLog } from "../tickets/actions/apply.ts";
import { sayIn } from "../tickets/actions/end.ts";
import { lock } from "../tickets/queries.ts";
import { type DueCard, dueCards, greeted, lanesBack, nextLane } from "./queries.ts";

const BATCH = 500;

/** One turn over all cards that are due; answers how many moved. `companyId` sweeps one company only. */
export async function sweepLanes(now = new Date(), companyId: number | null = null): Promise<number> {
  let moved = 0;
  let last: DueCard = { companyId: 0, id: 0, boardId: 0 };
  for (;;) {
    const due = await asPlatform((tx) => dueCards(tx, { now, last, size: BATCH, companyId }));
    for (const card of due) {
      try {
        if (await withTenant({ companyId: card.companyId }, (tx) => moveOn(tx, card, now))) moved++;
      } catch (error) {
        log.warn("a card of the board did not move and will be tried again", { ...card, error });
      }
    }
    if (due.length < BATCH) return moved;
    last = due.at(-1)!;
  }
}

/**
 * Moves one card on, and says what the next lane says on arrival, at the pace of what is sent to single people: to whom it may be said,
 * and once until the customer has written.
 */
async function moveOn(tx: Tx, { id: ticketId, boardId }: DueCard, now: Date): Promise<boolean> {
  const ticket = await lock(tx, ticketId);
  const next = ticket && await nextLane(tx, ticketId, boardId, now);
  if (!ticket || !next) return false;
  await putIntoLane(tx, ticketId, next.id);
  await writeLog(tx, ticketId, [{ type: "lane", queueId: ticket.queueId }]);
  if (next.greeting && !await greeted(tx, ticketId, next.id) && !await unreachable(tx, ticket, now)) {
    await sayIn(tx, ticket, { kind: "lane", text: next.greeting, now, sendClass: "single", laneId: next.id });
  }
  return true;
}

/** Where a customer's message sends the card back to. A ticket that has just been opened stands in no lane. */
export const lanesToGoBack = ahead<number[]>(async (tx, { event, ticketId, messageId, ticketOpened }) =>
  event.fromMe || ticketOpened || messageId === null ? [] : await lanesBack(tx, ticketId, messageId)
);
/** A step of the inbound pipeline: the customer wrote, so the card goes back to where its lane says. */
export async function goBack(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { ticketId } = inbound;
  for (const laneId of await lanesToGoBack(tx, inbound)) {
    await putIntoLane(tx, ticketId, laneId);
    await writeLog(tx, ticketId, [{ type: "lane" }]);
  }
  return "next";
}
