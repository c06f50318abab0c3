// The second transaction of a turn's job: behind the fence the answer is said and its commands are obeyed, or the ticket goes to people.
import { v7 as uuidv7 } from "uuid";
import { manifestOf } from "../../../core/manifests.ts";
import { linkFor } from "../../../core/media/link.ts";
import { keepBytes } from "../../../core/media/media.ts";
import { takeRoom } from "../../../core/media/disk.ts";
import { admins, emit } from "../../../core/live/emit.ts";
import { NoAnswer } from "../../../core/outside/providers.ts";
import { stillAllowed } from "../../../core/still-allowed.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { addOutbound } from "../../messages/actions/add-outbound.ts";
import { type Draft, fileDraft } from "../../messages/actions/file-draft.ts";
import { noteUse, restPrompt, type Use } from "../../prompts/actions/uses.ts";
import { promptById } from "../../prompts/actions/known.ts";
import { endTicket } from "../../tickets/actions/end.ts";
import { lock, type TicketRow } from "../../tickets/queries.ts";
import { type CallRecord, logCall, pauseAfterFailures } from "../calls.ts";
import { integrationChanged } from "../contract.ts";
import type { Action, Answer } from "../providers/turn.ts";
import * as queries from "../queries.ts";
import { type Begun, mayAnswer } from "./begin.ts";
import { handToPeople, type Why } from "../../prompts/actions/hand-over.ts";

export interface Fetched {
  text?: string;
  waitMs?: number;
  file: { bytes: Uint8Array; name: string; type: string; isVoice?: boolean } | null;
}
interface Outcome {
  answer: Answer | NoAnswer;
  parts: readonly Fetched[];
  use: Use | null;
  ms: number;
  now: Date;
}
/** A chain of texts keeps the customer waiting at most so long, ms. */
const LONGEST_MS = 30_000;
const LINK_LIFE_S = 7 * 24 * 3600;

export async function finish(
  tx: Tx,
  begun: Begun,
  { answer, parts, use, ms, now }: Outcome,
): Promise<void> {
  const { settings, heard, mind } = begun;
  const ticket = await lock(tx, heard.ticket.id);
  // What a model used is counted, what was said is in the conversation.
  const log = async (call: Pick<CallRecord, "outcome" | "detail" | "answered">) => {
    if (!mind) {
      await logCall(tx, settings.id, {
        ticketId: ticket?.id ?? null,
        afterId: begun.afterId,
        ms,
        said: saidIn(heard),
        ...call,
      });
    }
  };
  if (!mind && !await queries.byId(tx, settings.id)) return;
  if (mind && use && await promptById(tx, mind.id)) await noteUse(tx, mind.id, use);
  const moved = await hasMovedOn(tx, begun, ticket);
  if (moved || !ticket) {
    await log({ outcome: "dropped", detail: moved ?? "gone" });
    // Nobody else would answer this customer.
    if (ticket && moved === "plan") await handToPeople(tx, ticket, "plan");
    return;
  }
  if (answer instanceof NoAnswer) {
    await log({ outcome: "failed", detail: `${answer.reason} ${answer.detail}`.trim() });
    const hasNothingLeft = mind !== null && answer.detail.startsWith("insufficient_quota");
    await handToPeople(tx, ticket, hasNothingLeft ? "quota" : answer.reason);
    if (hasNothingLeft) return await restPrompt(tx, mind.id);
    return mind ? undefined : await pause(tx, settings.id);
  }
  await tx`
    update app.integration_sessions set external_id = ${answer.place.externalId},
      expects = ${answer.place.expects ? JSON.stringify(answer.place.expects) : null}::text::jsonb,
      heard_id = ${heard.lastMessage.id}, last_at = ${now}
    where company_id = ${tx.companyId} and ticket_id = ${ticket.id}`;
  await say(tx, ticket, parts, settings.type === "typebot" ? settings.delayMs : 0, now);
  const answered = parts.map(({ text, file }) => [file?.name, text].filter(Boolean).join(" ")).join("\n");
  await log({ outcome: parts.length || answer.actions.length ? "answered" : "silent", answered });
  await obey(tx, ticket, answer);
}

/** The customer's words, and the names of their files. */
const saidIn = ({ text, media }: Begun["heard"]): string =>
  [text, ...media.map(({ name }) => `[${name}]`)].filter((line) => line.trim()).join("\n");

/** Why the answer comes too late; null where it is still awaited. */
async function hasMovedOn(tx: Tx, begun: Begun, ticket: TicketRow | undefined): Promise<string | null> {
  if (!ticket) return "gone";
  const [session] = await tx<{ turn: number; by: number | null; leads: boolean }[]>`
    select s.turn, ${begun.mind ? tx`s.prompt_id` : tx`s.integration_id`} as by, t.use_integration as leads
    from app.integration_sessions s join app.tickets t on t.company_id = s.company_id and t.id = s.ticket_id
    where s.company_id = ${tx.companyId} and s.ticket_id = ${ticket.id}`;
  if (!session || session.turn !== begun.turn || session.by !== begun.settings.id) return "another turn";
  if (!mayAnswer(ticket, session.leads)) return ticket.userId === null ? ticket.status : "a person";
  return await stillAllowed(tx, {
      plan: begun.mind ? "useOpenAi" : "useIntegrations",
      connectionId: ticket.connectionId,
    })
    ? null
    : "plan";
}

/** An integration that failed too often rests, and admins see it. */
async function pause(tx: Tx, id: number): Promise<void> {
  if (!await pauseAfterFailures(tx, id)) return;
  const queueIntegration = await queries.byId(tx, id);
  if (queueIntegration) emit(tx, integrationChanged, admins, { action: "update", queueIntegration });
}

/** Texts and files in their order, each after its pause. */
async function say(tx: Tx, ticket: TicketRow, parts: readonly Fetched[], delayMs: number, now: Date): Promise<void> {
  const key = uuidv7();
  const { id, contactId, connectionId, userId, queueId, isGroup, status, unread } = ticket;
  const conversation = { id, contactId, connectionId, userId, queueId, isGroup, status, unread };
  let wait = 0;
  let n = 0;
  for (const part of parts) {
    wait = Math.min(LONGEST_MS, wait + delayMs + (part.waitMs ?? 0));
    for (const draft of await draftsOf(tx, part, ticket.channel)) {
      await addOutbound(tx, conversation, {
        ...draft,
        data: { ...draft.data, auto: "integration" },
        key: `${key}:${n++}`,
        userId: null,
        byHand: false,
        ...wait > 0 && { dueAt: new Date(now.getTime() + wait) },
      });
    }
  }
}
async function draftsOf(tx: Tx, { text = "", file }: Fetched, channel: string): Promise<Draft[]> {
  const words: Draft[] = text.trim() ? [{ kind: "chat", body: text.trim() }] : [];
  if (!file || !await takeRoom(tx, file.bytes.length)) return words;
  const stored = await keepBytes(tx, file.bytes, {
    fileName: file.name,
    mimeType: file.type,
    ...file.isVoice && { kind: "voice" as const },
  });
  const made = fileDraft(stored, text.trim(), manifestOf(channel) ?? null);
  if (!made) return [...words, { kind: "chat", body: linkFor(tx.companyId, stored.id, LINK_LIFE_S) }];
  return [made.draft, ...made.captioned ? [] : words];
}

/** Carries out the first command; a flow that has ended leaves the ticket to people. */
async function obey(tx: Tx, ticket: TicketRow, { actions: [action], over }: Answer): Promise<void> {
  if (action?.type === "close") return void await endTicket(tx, ticket, { log: "closed", say: "farewell" });
  if (action?.type === "transfer") return await transfer(tx, ticket, action);
  if (action) return await handToPeople(tx, ticket, "stopBot");
  if (over) await handToPeople(tx, ticket, "over");
}

/** To a queue or a person of this company; any other target means people, where the ticket is. */
async function transfer(
  tx: Tx,
  ticket: TicketRow,
  { queueId, userId }: Extract<Action, { type: "transfer" }>,
): Promise<void> {
  const [found] = await tx<{ queue: boolean; user: boolean }[]>`
    select ${queueId}::bigint is null or exists (select 1 from app.queues where company_id = ${tx.companyId} and id = ${queueId}) as queue,
      ${userId}::bigint is null or exists (select 1 from app.users where company_id = ${tx.companyId} and id = ${userId}) as user`;
  const isKnown = found!.queue && found!.user && (queueId !== null || userId !== null);
  const why: Why = isKnown ? "stopBot" : "unknownTarget";
  await handToPeople(
    tx,
    ticket,
    why,
    isKnown ? { ...queueId !== null && { queueId }, ...userId !== null && { userId } } : {},
  );
}
