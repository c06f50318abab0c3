// Two live tickets of what turned out to be one person become one, and come apart again.
import { must } from "../../../contract/errors.ts";
import { emit, only } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { draftChanged } from "../../drafts/contract.ts";
import { ticketChanged } from "../contract.ts";
import { moveCounters } from "../counters.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { audienceOf } from "../visibility.ts";
import { announce } from "./announce.ts";
import { applyChange, writeLog } from "./apply.ts";
import type { JoinedTicket } from "./joined-rows.ts";
import * as joining from "./joined-rows.ts";

/**
 * Which of two live tickets is nearer to being served: by a person, given to one, waiting, asked for consent, done but for a
 * rating.
 */
function nearness({ status, userId }: queries.TicketRow): number {
  if (status === "nps") return 0;
  if (status === "lgpd") return 1;
  return userId === null ? 2 : status === "pending" ? 3 : 4;
}

/**
 * Two live tickets of what turned out to be one person: `from` goes on in `into`, which from now on is `contactId`'s and goes on
 * as the one of the two that is nearer to being served. Both are locked.
 */
export async function joinTickets(
  tx: Tx,
  into: queries.TicketRow,
  from: queries.TicketRow,
  contactId: number,
): Promise<JoinedTicket> {
  // The round of a ticket that waits for a rating ended when the rating was asked for.
  if (from.status !== "nps") await rounds.finish(tx, from, null);
  await happen(tx, "joins", { from, into });
  const moved = await joining.moveContents(tx, from.id, into.id, contactId);
  for (const { userId, ...draft } of moved.drafts) {
    emit(tx, draftChanged, only(userId), { action: "update", draft: { ...draft, ticketId: into.id } });
  }
  moveCounters(tx, from, null);
  await happen(tx, "gone", { ticketId: from.id });
  emit(tx, ticketChanged, audienceOf(from), { action: "delete", ticketId: from.id }, { contactId: from.contactId });
  const taken = nearness(from) > nearness(into);
  // The agent who loses the ticket leaves their draft to the one who has it.
  if (!taken) await happen(tx, "handedOver", { ticketId: into.id, from: from.userId, to: into.userId, into: into.id });
  await applyChange(
    tx,
    into,
    {
      unread: into.unread + from.unread,
      queueId: (taken ? from.queueId : null) ?? into.queueId ?? from.queueId,
      ...(taken ? { status: from.status, userId: from.userId, isBot: false } : {}),
    },
    [{ type: "joined", userId: into.userId ?? from.userId, queueId: into.queueId ?? from.queueId }],
  );
  if (taken) await takeOver(tx, into, from);
  const whole = moved.drafts.filter((draft) => draft.whole);
  return { ...moved, into: into.id, drafts: whole.map(({ userId, mode, text }) => ({ userId, mode, text })) };
}

/** `into` is served as `from` was. One that only waited for a rating goes on as a new round. */
async function takeOver(tx: Tx, into: queries.TicketRow, from: queries.TicketRow): Promise<void> {
  const queueId = from.queueId ?? into.queueId;
  await happen(tx, "roundOver", { ticketId: into.id });
  if (into.status === "nps") {
    await rounds.begin(tx, { ...into, userId: from.userId, queueId }, true);
  } else if (from.userId !== null) await rounds.start(tx, into, from.userId, queueId);
}

/** Undoes a joining: the ticket is there again with what is left of it. Closed where its conversation was closed meanwhile. */
export async function partTickets(tx: Tx, joined: JoinedTicket): Promise<void> {
  const into = await queries.lock(tx, joined.into);
  if (!into || !await joining.restore(tx, joined, into.status === "closed")) return;
  const id = Number(joined.row.id);
  const unread = await joining.takeBack(tx, joined, into.id);
  const ticket = must(await queries.lock(tx, id), "ERR_NO_TICKET_FOUND");
  moveCounters(tx, null, ticket);
  if (ticket.status !== "closed" && ticket.status !== "nps") {
    await rounds.begin(tx, ticket, true);
  }
  await writeLog(tx, id, [{ type: "parted", userId: tx.userId, queueId: ticket.queueId }]);
  await applyChange(tx, into, { unread: Math.max(0, into.unread - unread) });
  announce(tx, must(await queries.shownById(tx, id), "ERR_NO_TICKET_FOUND"), null);
}
