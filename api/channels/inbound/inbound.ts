// What a provider tells: one event, one transaction, through the pipeline. The provider's message id decides, in the same
// transaction as the effect, that the same event twice is one.
import type { CallEvent, InboundEvent, MessageEvent } from "../../../channels/sdk/mod.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { isTransient } from "../../core/http/errors.ts";
import { metrics } from "../../core/metrics.ts";
import { cleaned } from "../../core/outside/clean.ts";
import { findContacts, type KnownContact } from "../../features/contacts/find.ts";
import { isRefused } from "../../features/automation/calls.ts";
import { fill } from "../../features/messages/inbound/fill.ts";
import { echo } from "../../features/messages/inbound/updates.ts";
import { type Stored, stored } from "../../features/messages/provider-ids.ts";
import { readAgain } from "../../features/templates/actions.ts";
import type { Inbound, InboundLine } from "../../inbound.ts";
import { events, pipeline, type Told } from "../../pipeline.ts";

/** Provider's time this far back is a backlog, ms. */
const LATE_MS = 5 * 60_000;

/** Takes an event in, whatever its texts hold. Resolves when it is stored; then, and only then, may the provider be told. */
export async function receive(companyId: number, connectionId: number, told: InboundEvent): Promise<void> {
  const event = cleaned(told);
  for (let tries = 0;; tries++) {
    try {
      const result = await withTenant({ companyId }, (tx) => takeEvent(tx, connectionId, event));
      metrics.inbound.inc({ channel: result.channel, result: result.what });
      return;
    } catch (error) {
      if (!(isTransient(error) || overtaken(error)) || tries >= 5) throw error;
    }
  }
}

/** Another transaction was quicker: the contact was merged away, or the number given. The next try finds it so. */
function overtaken(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "23503" || code === "23505";
}

async function takeEvent(
  tx: Tx,
  connectionId: number,
  event: InboundEvent,
): Promise<{ channel: string; what: string }> {
  // What a message needs is asked for together: one wait instead of three.
  const asked = ask(tx, connectionId, event);
  const line = await readLine(tx, connectionId);
  if (!line) return { channel: "none", what: "no-connection" };
  const done = (what: string) => ({ channel: line.channel, what });
  switch (event.kind) {
    case "message":
      return done(await takeMessage(tx, line, event, asked));
    case "call":
      return done(await takeCall(tx, line, event, asked));
    case "notice":
      // Also one that was renamed or taken back: what the provider has is read, not what the notice says.
      if (event.what.startsWith("message_template_")) await readAgain(tx, connectionId);
      return done(event.kind);
    case "typing":
      return done(event.kind);
    default:
      return done(await hear(tx, line, event));
  }
}
function hear<K extends keyof Told>(tx: Tx, line: InboundLine, event: Told[K] & { kind: K }): Promise<string> {
  return events[event.kind](tx, line, event);
}

interface Asked {
  known: Promise<KnownContact[]>;
  stored: Promise<Stored | undefined>;
}
const callId = (event: CallEvent) => `call:${event.externalId}`;

function ask(tx: Tx, connectionId: number, event: InboundEvent): Asked {
  if (event.kind !== "message" && event.kind !== "call") {
    return { known: Promise.resolve([]), stored: Promise.resolve(undefined) };
  }
  const known = findContacts(tx, event.peer.identities);
  const externalId = event.kind === "call" ? callId(event) : event.externalId;
  const before = stored(tx, connectionId, externalId, event.peer.identities);
  known.catch(() => {});
  before.catch(() => {});
  return { known, stored: before };
}

/** The echo of one of our own sends settles it, what is known is not taken twice; anything else goes through the steps. */
async function takeMessage(tx: Tx, line: InboundLine, event: MessageEvent, asked: Asked): Promise<string> {
  if (event.fromMe && await echo(tx, line, event)) return "echo";
  const before = await asked.stored;
  if (before?.placeholder && !event.placeholder && await fill(tx, line, event)) return "filled";
  if (before) return "duplicate";
  return await throughSteps(tx, line, event, asked, null) ? "message" : "duplicate";
}

/** A call leaves one line in the conversation: when it is refused, or at its end when nobody answered. */
async function takeCall(tx: Tx, line: InboundLine, event: CallEvent, asked: Asked): Promise<string> {
  if (await asked.stored) return "duplicate";
  const refused = await isRefused(tx);
  if (event.state === "ringing" && !refused) return "call";
  const { peer, at, video } = event;
  const content = { type: "call" as const, missed: !refused, video };
  const message: MessageEvent = { kind: "message", peer, at, externalId: callId(event), fromMe: false, content };
  await throughSteps(tx, line, message, asked, { event, refused });
  return "call";
}

async function throughSteps(
  tx: Tx,
  line: InboundLine,
  event: MessageEvent,
  { known }: Asked,
  call: Inbound["call"],
): Promise<boolean> {
  const inbound: Inbound = {
    event,
    line,
    call,
    late: Date.now() - event.at > LATE_MS,
    known,
    contactId: 0,
    contactCreated: false,
    contactBlocked: false,
    ticketId: 0,
    ticket: null,
    ticketOpened: false,
    messageId: null,
    stored: null,
    shown: null,
  };
  for (const step of pipeline) if (await step(tx, inbound) === "stop") break;
  return inbound.messageId !== null;
}

async function readLine(tx: Tx, id: number): Promise<InboundLine | undefined> {
  const [row] = await tx<InboundLine[]>`
    select c.id, c.channel, c.name, c.allow_groups as "allowGroups", c.group_as_ticket as "groupAsTicket",
      array(select q.queue_id from app.connection_queues q where q.company_id = c.company_id and q.connection_id = c.id order by 1) as "queueIds"
    from app.connections c where c.company_id = ${tx.companyId} and c.id = ${id} and c.deleted_at is null`;
  return row;
}
