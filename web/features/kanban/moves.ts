// Moving a card: at once on screen, then the server. Without a network the move waits in the outbox; one that lost goes back, and its
// person hears who was faster.
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
import { NO_LANE } from "./board.ts";

const jotai = getDefaultStore();
const askedAtom = atom<ReadonlyMap<number, number>>(new Map());
/** Cards on their way, by ticket, and the lane they go to: asked of the server now, or waiting in the outbox. */
export const movedAtom = atom((get): ReadonlyMap<number, number> => {
  const waiting = get(outboxAtom).filter((row) => row.kind === "lane" && row.state !== "refused");
  return new Map([
    ...waiting.map((row) => [row.ticketId, Number(row.about.tag?.id ?? NO_LANE)] as const),
    ...get(askedAtom),
  ]);
});
/** What a screen reader hears of the last move. */
export const toldAtom = atom("");

function ask(ticketId: number, laneId: number | null) {
  jotai.set(askedAtom, (before) => {
    const next = new Map(before);
    if (laneId === null) next.delete(ticketId);
    else next.set(ticketId, laneId);
    return next;
  });
}
const say = (key: string, values?: object) => i18next.t(key, { ns: "kanban", ...values });

/** The call that puts a ticket into a lane, or out of any. */
function callFor(ticketId: number, from: number, to: number) {
  return to === NO_LANE
    ? { out: { params: { ticketId }, query: { expectedLaneId: from } } }
    : { into: { params: { ticketId, tagId: to }, body: { expectedLaneId: from || null } } };
}

/** What the ticket is once it stands there: the answer, or without the lane it had. */
async function carryOut(ticket: Ticket, from: number, to: number): Promise<Ticket> {
  const call = callFor(ticket.id, from, to);
  if (call.into) return await callApi(tags.joinTicket, call.into);
  await callApi(tags.leaveTicket, call.out);
  return { ...ticket, tags: ticket.tags.filter(({ id }) => id !== from) };
}

interface Place {
  id: number;
  name: string;
}
/** Moves a card from one lane to another. */
export async function moveCard(ticket: Ticket, from: Place, to: Place): Promise<void> {
  if (from.id === to.id) return;
  ask(ticket.id, to.id);
  jotai.set(toldAtom, say("told", { name: ticket.contact.name, lane: to.name }));
  try {
    const after = await carryOut(ticket, from.id, to.id);
    const me = currentMe();
    if (me) applyChange(ticketChanged, { action: "update", ticket: after }, me.companyId);
    toast.success(say(to.id === NO_LANE ? "removed" : "added"), { about: "kanban" });
  } catch (error) {
    if (isTransient(error)) await keep(ticket, from.id, to.id);
    else lose(error, ticket);
  } finally {
    ask(ticket.id, null);
  }
}

/** Keeps a move for when the network is back. */
async function keep(ticket: Ticket, from: number, to: number): Promise<void> {
  const call = callFor(ticket.id, from, to);
  const wire = call.into ? wireCall(tags.joinTicket, call.into) : wireCall(tags.leaveTicket, call.out!);
  const about = { uuid: ticket.uuid, name: ticket.contact.name, tag: { id: to } };
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
