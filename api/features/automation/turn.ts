// The bot's step of the inbound pipeline: what is to be answered by itself is decided and done in the transaction that took the
// message in. So it happens once, however often the provider tells of the message.
import type { Tx } from "../../../db/tenant.ts";
import type { MessageEvent } from "../../../channels/sdk/mod.ts";
import type { Inbound } from "../../inbound.ts";
import { recordConsent } from "../contacts/actions.ts";
import { ownCompany } from "./variables.ts";
import { sendFileList } from "./actions/files.ts";
import { sendAutomatic } from "./actions/say.ts";
import { type TicketRow } from "../tickets/queries.ts";
import { endTicket, rateTicket } from "../tickets/actions/end.ts";
import { applyChange, type LogLine } from "../tickets/actions/apply.ts";
import { shownById, type TicketPatch } from "../tickets/queries.ts";
import { countSaid, forgetSaid, keepBot } from "./actions/bot.ts";
import { beginTurn } from "../integrations/actions/begin-turn.ts";
import { decide, isLeftAlone } from "./decide.ts";
import { readSituation } from "./load.ts";
import type { Effect } from "./plan.ts";
import type { Heard } from "./situation.ts";

/** Last step: the bot answers, where it is the bot's to answer. */
export async function botTurn(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { ticket } = inbound;
  const heard = heardOf(inbound);
  if (!ticket || inbound.messageId === null || isLeftAlone(heard, ticket)) return "next";
  const situation = await readSituation(tx, ticket, heard, { now: new Date(), chance: Math.random() });
  const effects = situation ? decide(situation) : [];
  if (situation && effects.length) await carryOut(tx, inbound, ticket, effects, situation.now);
  return "next";
}

function heardOf({ event, late, contactBlocked, call }: Inbound): Heard {
  const { content, fromMe } = event;
  const isAudio = content.type === "media" && (content.media.kind === "audio" || content.media.kind === "voice");
  return { fromMe, late, blocked: contactBlocked, call: call !== null, audio: isAudio, text: textOf(event) };
}
/** The text that may be an answer: words, or a tapped button's. A file without words answers nothing right. */
function textOf({ content, placeholder }: MessageEvent): string | null {
  if (placeholder) return null;
  if (content.type === "text") return content.text;
  if (content.type === "choice") return content.title;
  return content.type === "media" ? content.caption ?? "" : "";
}

/** State first, so that texts name the queue that was chosen; the end last. */
async function carryOut(
  tx: Tx,
  inbound: Inbound,
  found: TicketRow,
  effects: readonly Effect[],
  now: Date,
): Promise<void> {
  const met = await (inbound.shown ?? shownById(tx, found.id));
  if (!met) return;
  // The message that came in has been counted since the row was read.
  const row: TicketRow = { ...found, unread: met.unreadMessages };
  const { patch, log } = changesOf(effects);
  // One connection carries out what it is given in order: one wait for the state, two for all the texts.
  const moves = Object.keys(patch).length > 0 || log.length > 0;
  const [shown, company] = await Promise.all([
    moves ? applyChange(tx, row, patch, log) : met,
    ownCompany(tx),
    keepState(tx, row, effects, now),
    handOn(tx, row, effects, { messageId: inbound.messageId!, now }),
  ]);
  const send = (effect: Effect) => {
    if (effect.do === "files") return sendFileList(tx, { ticket: shown, listId: effect.listId, company, now });
    if (effect.do !== "say") return undefined;
    const { kind, text, media } = effect;
    return sendAutomatic(tx, { ticket: shown, kind, text, media, now, company });
  };
  // A list reads before it writes, so what follows it waits; texts alone go out together.
  if (effects.some((effect) => effect.do === "files")) { for (const effect of effects) await send(effect); }
  else await Promise.all(effects.map(send));
  const closing = effects.find((effect) => effect.do === "close");
  if (closing) await endTicket(tx, { ...row, ...patch }, { log: closing.log });
}

function changesOf(effects: readonly Effect[]): { patch: TicketPatch; log: LogLine[] } {
  const patch: TicketPatch = {};
  const log: LogLine[] = [];
  for (const effect of effects) {
    if (effect.do === "queue") patch.queueId = effect.queueId;
    if (effect.do === "user") patch.userId = effect.userId;
    if (effect.do === "status") patch.status = effect.status;
    if (effect.do === "lead") patch.isBot = effect.leads;
    if (effect.do === "hand" && begins(effect)) patch.useIntegration = true;
    if (effect.do === "letGo") {
      Object.assign(patch, { useIntegration: false, isBot: false });
      log.push({ type: "toPeople", detail: effect.why });
    }
    if (effect.do === "log") log.push({ type: effect.type, queueId: effect.queueId ?? null });
  }
  return { patch, log };
}

/** To whom a ticket goes that is handed on anew; null: who leads goes on. */
function begins({ integrationId, promptId }: Extract<Effect, { do: "hand" }>) {
  if (promptId !== undefined) return { promptId };
  return integrationId === null ? null : { integrationId };
}

/** What the customer said goes to an integration, by a job: nobody outside is asked in this transaction. */
async function handOn(
  tx: Tx,
  row: TicketRow,
  effects: readonly Effect[],
  at: { messageId: number; now: Date },
): Promise<void> {
  const hand = effects.find((effect) => effect.do === "hand");
  if (!hand) return;
  const to = begins(hand);
  if (to) await countSaid(tx, row.id, "integration", at.now);
  await beginTurn(tx, row.id, to, at);
}

async function keepState(tx: Tx, row: TicketRow, effects: readonly Effect[], now: Date): Promise<void> {
  await Promise.all(effects.map((effect) => {
    if (effect.do === "forget") return forgetSaid(tx, row.id, effect.kinds);
    if (effect.do === "option") return keepBot(tx, row.id, { optionId: effect.optionId });
    // Left untouched, rotation gives it on.
    if (effect.do === "user") return keepBot(tx, row.id, { handedAt: now });
    if (effect.do === "consent") return recordConsent(tx, row.contactId, now);
    return effect.do === "rate" ? rateTicket(tx, row.id, effect.rating) : undefined;
  }));
}
