// What a provider tells: one event, one transaction, through the pipeline. The provider's message id decides, in the same
// transaction as the effect, that the same event twice is one.
import type { InboundEvent, MessageEvent } from "../../channels/sdk/mod.ts";
import { type Tx, withTenant } from "../../db/tenant.ts";
import { isTransient } from "../core/errors.ts";
import { metrics } from "../core/metrics.ts";
import { findContact, type Known } from "../features/contacts/identify.ts";
import * as updates from "../features/messages/inbound-updates.ts";
import type { TicketRow } from "../features/tickets/actions.ts";
import type { Ticket } from "../features/tickets/contract.ts";
import { pipeline } from "../pipeline.ts";

/** The connection an event came over, as the pipeline needs it. */
export interface Line {
  id: number;
  channel: string;
  name: string;
  allowGroups: boolean;
  groupAsTicket: boolean;
  queueIds: number[];
}
/** One message on its way through the pipeline; each step fills in what it found. */
export interface Inbound {
  event: MessageEvent;
  line: Line;
  /** Who it is, asked for together with the connection: one wait instead of two. */
  known: Promise<Known | null>;
  contactId: number;
  contactCreated: boolean;
  ticketId: number;
  /** The ticket's row, locked by the step that found it. */
  ticket: TicketRow | null;
  ticketOpened: boolean;
  messageId: number | null;
  /** The ticket as the message leaves it, asked for with the writes. */
  shown: Promise<Ticket | undefined> | null;
}

/** Takes an event in. Resolves when it is stored; then, and only then, may the provider be told. */
export async function receive(companyId: number, connectionId: number, event: InboundEvent): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      const result = await withTenant({ companyId }, (tx) => take(tx, connectionId, event));
      metrics.inbound.inc({ channel: result.channel, result: result.what });
      return;
    } catch (error) {
      if (!isTransient(error) || tries >= 5) throw error;
    }
  }
}

async function take(tx: Tx, connectionId: number, event: InboundEvent): Promise<{ channel: string; what: string }> {
  const known = event.kind === "message" ? findContact(tx, event.peer.identities) : Promise.resolve(null);
  known.catch(() => {});
  const line = await readLine(tx, connectionId);
  if (!line) return { channel: "none", what: "no-connection" };
  const done = (what: string) => ({ channel: line.channel, what });
  switch (event.kind) {
    case "message":
      return done(await takeMessage(tx, line, event, known));
    case "status":
      return done(await updates.status(tx, line, event));
    case "watermark":
      return done(await updates.watermark(tx, line, event));
    case "reaction":
      return done(await updates.reaction(tx, line, event));
    case "edit":
      return done(await updates.edit(tx, line, event));
    case "remove":
      return done(await updates.remove(tx, line, event));
    case "identity":
      return done(await updates.identity(tx, event));
    default:
      return done(event.kind);
  }
}

/** The echo of one of our own sends settles it; anything else goes through the steps until one stops. */
async function takeMessage(tx: Tx, line: Line, event: MessageEvent, known: Inbound["known"]): Promise<string> {
  if (event.fromMe && await updates.echo(tx, line, event)) return "echo";
  const inbound: Inbound = {
    event,
    line,
    known,
    contactId: 0,
    contactCreated: false,
    ticketId: 0,
    ticket: null,
    ticketOpened: false,
    messageId: null,
    shown: null,
  };
  for (const step of pipeline) if (await step(tx, inbound) === "stop") break;
  return inbound.messageId === null ? "duplicate" : "message";
}

async function readLine(tx: Tx, id: number): Promise<Line | undefined> {
  const [row] = await tx<Line[]>`
    select c.id, c.channel, c.name, c.allow_groups as "allowGroups", c.group_as_ticket as "groupAsTicket",
      array(select q.queue_id from app.connection_queues q where q.company_id = c.company_id and q.connection_id = c.id order by 1) as "queueIds"
    from app.connections c where c.company_id = ${tx.companyId} and c.id = ${id} and c.deleted_at is null`;
  return row;
}
