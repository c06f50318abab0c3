// Moving a card: at once on screen, then the server, which hears of one card's moves one after the other. Without a network the move
// waits in the outbox; one that lost goes back, and its person hears who was faster.
import { atom, getDefaultStore } from "jotai";
import i18next from "i18next";
import { ApiError } from "../../../api/contract/client.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { type Ticket, ticketChanged } from "../../../api/features/tickets/contract.ts";
import { isTransient } from "../../core/answers/query-client.ts";
import { applyChange } from "../../core/events/queries.ts";
import { enqueue, outboxAtom } from "../../core/outbox.ts";
import { wireCall } from "../../core/outbox/call.ts";
import { toastError } from "../../core/query.ts";
import { callApi } from "../../core/who/api.ts";
import { currentMe } from "../../core/who/me.ts";
import { toast } from "../../ui/toast.tsx";
import { type Move, NO_LANE } from "./board.ts";

const jotai = getDefaultStore();
const askedAtom = atom<readonly Move[]>([]);
/** Cards on their way: waiting in the outbox, or asked of the server now. */
export const movesAtom = atom((get): readonly Move[] => {
  const waiting = get(outboxAtom).filter((row) => row.kind === "lane" && row.state !== "refused");
  return [
    ...waiting.map(({ ticketId, about: { tag } }) => ({
      ticketId,
      from: Number(tag?.from ?? NO_LANE),
      to: Number(tag?.id ?? NO_LANE),
    })),
    ...get(askedAtom),
  ];
});
/** What a screen reader hears of the last move. */
export const toldAtom = atom("");

const say = (key: string, values?: object) => i18next.t(key, { ns: "kanban", ...values });

/** The call that puts a ticket into a lane, or out of any. */
function callFor({ ticketId, from, to }: Move, reason?: string) {
  return to === NO_LANE ? { out: { params: { ticketId }, query: { expectedLaneId: from } } } : {
    into: { params: { ticketId, tagId: to }, body: { expectedLaneId: from || null, reason: reason || undefined } },
  };
}

/** What the ticket is once it stands there: the answer, or without the lane it had. */
async function carryOut(ticket: Ticket, call: ReturnType<typeof callFor>): Promise<Ticket> {
  if (call.into) return await callApi(tags.joinTicket, call.into);
  await callApi(tags.leaveTicket, call.out);
  return { ...ticket, tags: ticket.tags.filter(({ id }) => id !== call.out.query.expectedLaneId) };
}

interface Place {
  id: number;
  name: string;
}
/** A card and the lane in which it stands. */
export interface Held {
  ticket: Ticket;
  from: number;
}
/** Moves cards into a lane, one after the other; `reason` says why what is in them was won or lost. */
export async function moveCards(cards: readonly Held[], to: Place, reason?: string): Promise<void> {
  const moving = cards.filter(({ from }) => from !== to.id);
  const [first, ...more] = moving;
  if (!first) return;
  const told = more.length
    ? { count: moving.length, lane: to.name }
    : { name: first.ticket.contact.name, lane: to.name };
  jotai.set(toldAtom, say(more.length ? "toldMany" : "told", told));
  const moves = moving.map(({ ticket, from }) => ({ ticketId: ticket.id, from, to: to.id }));
  jotai.set(askedAtom, (before) => [...before, ...moves]);
  for (const [at, { ticket }] of moving.entries()) {
    await inTurn(ticket.id, () => moveCard(ticket, moves[at]!, reason));
  }
}

const lastOf = new Map<number, Promise<void>>();
/** Does a ticket's works one after the other: a move that overtook the one before it would find the card in another lane. */
async function inTurn(ticketId: number, work: () => Promise<void>): Promise<void> {
  const turn = (lastOf.get(ticketId) ?? Promise.resolve()).then(work);
  lastOf.set(ticketId, turn);
  await turn;
  if (lastOf.get(ticketId) === turn) lastOf.delete(ticketId);
}
const waits = (ticketId: number) =>
  jotai.get(outboxAtom).some((row) => row.kind === "lane" && row.ticketId === ticketId && row.state !== "refused");

async function moveCard(ticket: Ticket, move: Move, reason: string | undefined): Promise<void> {
  const call = callFor(move, reason);
  try {
    if (waits(ticket.id)) return await keep(ticket, move, call);
    const after = await carryOut(ticket, call);
    const me = currentMe();
    if (me) applyChange(ticketChanged, { action: "update", ticket: after }, me.companyId);
    toast.success(say(move.to === NO_LANE ? "removed" : "added"), { about: "kanban" });
  } catch (error) {
    if (isTransient(error)) await keep(ticket, move, call);
    else lose(error, ticket);
  } finally {
    jotai.set(askedAtom, (before) => before.filter((one) => one !== move));
  }
}

/** Keeps a move for when the network is back. */
async function keep(ticket: Ticket, move: Move, call: ReturnType<typeof callFor>): Promise<void> {
  const wire = call.into ? wireCall(tags.joinTicket, call.into) : wireCall(tags.leaveTicket, call.out!);
  const about = { uuid: ticket.uuid, name: ticket.contact.name, tag: { id: move.to, from: move.from } };
  try {
    await enqueue({ ticketId: ticket.id, kind: "lane", call: wire, about });
  } catch {
    toast.error(i18next.t("outbox.full"));
  }
}

/** Somebody else was faster, or the move is not allowed: the card stands where the server has it. */
function lose(error: unknown, ticket: Ticket): void {
  if (!(error instanceof ApiError) || error.code !== "ERR_LANE_CHANGED") return toastError(error);
  const { lane, user } = error.body as { lane?: string | null; user?: string | null };
  const text = say(user ? "lostTo" : "lost", { user, name: ticket.contact.name, lane: lane ?? say("noLane") });
  toast.error(text, { about: "kanban", time: 8000 });
  jotai.set(toldAtom, text);
}
