// A message that goes out because a schedule, a campaign or another program says so, and the ticket it stands in
// (docs/product/tickets.md#silent).
import type { Manifest, SentTemplate } from "../../../../channels/sdk/mod.ts";
import { must, refuse } from "../../../contract/errors.ts";
import { valuesOf } from "../../../contract/words/variables.ts";
import { manifestOf } from "../../../core/manifests.ts";
import type { FileKind } from "../../../core/media/media.ts";
import type { SendClass } from "../../../core/send-class.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { announce, asSeen } from "../../tickets/actions/announce.ts";
import { endTicket } from "../../tickets/actions/end.ts";
import { findOrOpenTicket } from "../../tickets/actions/find-or-open.ts";
import { silentTicket } from "../../tickets/actions/silent.ts";
import type { Ticket } from "../../tickets/contract.ts";
import { happen } from "../../tickets/effects.ts";
import * as tickets from "../../tickets/queries.ts";
import { carriedAs } from "../carried-as.ts";
import * as queries from "../queries.ts";
import { addOutbound, addUnnoticed, type Outbound } from "./add-outbound.ts";
import { conversationOf } from "./conversation.ts";

/** In which ticket an automated message stands. */
export interface TicketWish {
  /** False: in a silent ticket, unless one is live: then in that. */
  open: boolean;
  status?: "open" | "pending" | "closed";
  userId?: number | null;
  queueId?: number | null;
}
export interface Automated {
  contactId: number;
  connectionId: number;
  /** As it is sent; a function is given what variables are worth in the ticket. */
  body: string | ((values: Record<string, string>) => string);
  mediaId?: string | null;
  /** Further files, which go after it in the same ticket. */
  more?: readonly string[];
  /** Sent once, however often it is asked for. */
  key: string;
  sendClass: SendClass;
  /** Whose name stands above the text. */
  signedBy?: string;
  /** Not sent before this time. */
  dueAt?: Date;
  /** The message of this conversation that it answers. */
  quotedId?: number;
  /** The approved text that `body` is. */
  template?: SentTemplate;
  /** What has not left by then does not leave any more. */
  until?: Date | null;
  ticket: TicketWish;
}
export interface AutomatedSent {
  messageId: number;
  ticketId: number;
}

/**
 * Sends a message by itself in this transaction: finds the contact's live ticket on the connection, or makes one as wished. Null when
 * the key is known already. Whether it may be sent at all (plan, subscription, opt-out, reply window) is the caller's to ask. Refuses
 * ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_MESSAGE_FOUND, ERR_UNSUPPORTED_MEDIA, ERR_TEXT_TOO_LONG.
 */
export async function sendAutomated(tx: Tx, wanted: Automated): Promise<AutomatedSent | null> {
  const { contactId, connectionId, key } = wanted;
  const [contact] = await tx<{ isGroup: boolean }[]>`
    select is_group as "isGroup" from app.contacts where company_id = ${tx.companyId} and id = ${contactId} for no key update`;
  const { isGroup } = must(contact, "ERR_NO_CONTACT_FOUND");
  const [line] = await tx<{ channel: string; groupAsTicket: boolean }[]>`
    select channel, group_as_ticket as "groupAsTicket" from app.connections
    where company_id = ${tx.companyId} and id = ${connectionId} and deleted_at is null`;
  const { channel, groupAsTicket } = must(line, "ERR_NO_WAPP_FOUND");
  const [known] = await tx`select 1 from app.messages where company_id = ${tx.companyId} and key = ${key}`;
  if (known) return null;
  if (wanted.quotedId !== undefined) {
    const seen = tx`not m.is_private`;
    if (!await queries.canBeQuoted(tx, wanted.quotedId, { contactId, connectionId, seen })) {
      refuse("ERR_NO_MESSAGE_FOUND");
    }
  }
  const manifest = manifestOf(channel);
  // What the channel refuses opens no ticket.
  const files = await filesOf(tx, wanted, manifest);
  if (manifest && typeof wanted.body === "string") checkLength(signed(wanted, wanted.body), manifest);
  const { ticket, opened } = await ticketFor(tx, wanted, { isGroup, channel, groupAsTicket });
  const shown = must(await tickets.shownById(tx, ticket.id), "ERR_CREATING_TICKET");
  if (opened) announce(tx, shown, null);
  const [first, ...rest] = await drafts(tx, wanted, shown, manifest, files);
  const add = (draft: Outbound) =>
    ticket.silent ? addUnnoticed(tx, conversationOf(shown), draft) : addOutbound(tx, conversationOf(shown), draft);
  const message = await add(first!);
  if (!message) return null;
  for (const draft of rest) await add(draft);
  if (opened) await settle(tx, ticket, shown, wanted.ticket);
  return { messageId: message.id, ticketId: ticket.id };
}

interface Place {
  isGroup: boolean;
  channel: string;
  groupAsTicket: boolean;
}
/** The live ticket; without one a ticket as wished, or a silent one. A group that is no ticket has its one conversation. */
async function ticketFor(
  tx: Tx,
  { contactId, connectionId, ticket: wish }: Automated,
  { isGroup, channel, groupAsTicket }: Place,
): Promise<{ ticket: tickets.TicketRow; opened: boolean }> {
  const chat = isGroup && !groupAsTicket;
  if (!wish.open && !chat) {
    const live = await tickets.lockLive(tx, contactId, connectionId);
    const ticket = live ?? await silentTicket(tx, { contactId, connectionId, channel, isGroup });
    return { ticket, opened: false };
  }
  const userId = chat ? null : await someoneOf(tx, wish.userId);
  const status = chat ? "group" : wish.status !== "pending" && userId !== null ? "open" : undefined;
  return await findOrOpenTicket(tx, {
    ...{ contactId, connectionId, channel, isGroup, groupAsTicket },
    queueId: chat ? null : await queueOf(tx, wish.queueId),
    // A ticket that waits for its person to accept it would be handed on when they do not.
    userId: status === "open" ? userId : null,
    status,
    byCustomer: false,
  });
}
async function someoneOf(tx: Tx, id: number | null | undefined): Promise<number | null> {
  return id && await tickets.userExists(tx, id) ? id : null;
}
async function queueOf(tx: Tx, id: number | null | undefined): Promise<number | null> {
  return id && await tickets.queueExists(tx, id) ? id : null;
}

/** People learn of a ticket that was opened; one that is only to be found again ends at once, and nobody is thanked or asked. */
async function settle(tx: Tx, ticket: tickets.TicketRow, before: Ticket, { status }: TicketWish): Promise<void> {
  if (status === "closed" && before.status !== "group") {
    await endTicket(tx, must(await tickets.lock(tx, ticket.id), "ERR_CREATING_TICKET"), { log: "closed" });
  } else await happen(tx, "changed", { ticketId: ticket.id, before: null, after: asSeen(before) });
}

const kinds: Record<FileKind, string> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  sticker: "image",
  document: "application",
};

interface CarriedFile {
  mediaId: string;
  kind: FileKind;
  asDocument: boolean;
  /** Whether text goes with it. */
  captioned: boolean;
}
/** The files as the channel carries them. Refuses ERR_UNSUPPORTED_MEDIA. */
async function filesOf(
  tx: Tx,
  { mediaId, more = [], template }: Automated,
  manifest: Manifest | undefined,
): Promise<CarriedFile[]> {
  const files: CarriedFile[] = [];
  for (const id of [...(mediaId ? [mediaId] : []), ...more]) {
    const [file] = await tx<{ kind: FileKind; mimeType: string; bytes: number }[]>`
      select kind, mime_type as "mimeType", bytes from app.media where company_id = ${tx.companyId} and id = ${id}`;
    const stored = must(file, "ERR_UNSUPPORTED_MEDIA");
    const kind = manifest ? carriedAs(manifest.media, stored) ?? refuse("ERR_UNSUPPORTED_MEDIA") : stored.kind;
    const captioned = template !== undefined || !manifest || manifest.media[kind]?.caption === true;
    files.push({ mediaId: id, kind, asDocument: kind === "document" && stored.kind !== "document", captioned });
  }
  return files;
}
const signed = ({ signedBy }: Automated, text: string) => signedBy && text ? `*${signedBy}*:\n${text}` : text;

/** The messages this makes: one, or files and the text where the channel carries none with the first. */
async function drafts(
  tx: Tx,
  wanted: Automated,
  ticket: Ticket,
  manifest: Manifest | undefined,
  files: readonly CarriedFile[],
): Promise<Outbound[]> {
  const { key, sendClass, template, dueAt, quotedId, until } = wanted;
  const body = signed(wanted, await textOf(tx, wanted, ticket));
  const base = {
    userId: null,
    byHand: false,
    sendClass,
    dueAt,
    data: { auto: "outbound", ...(template && { template }), ...(until && { until }) },
  };
  if (manifest) checkLength(body, manifest);
  const first = files[0];
  if (!first) return [{ ...base, key, body, quotedId }];
  const made = files.map(({ mediaId, kind, asDocument, captioned }, at) => ({
    ...base,
    data: asDocument ? { ...base.data, asDocument: true } : base.data,
    key: at === 0 ? key : `${key}:${at}`,
    kind: kinds[kind],
    mediaId,
    quotedId: at === 0 ? quotedId : undefined,
    body: at === 0 && captioned ? body : "",
  }));
  const text = first.captioned || !body ? [] : [{ ...base, key: `${key}:text`, body }];
  return [made[0]!, ...text, ...made.slice(1)];
}
async function textOf(tx: Tx, { body, signedBy = "" }: Automated, ticket: Ticket): Promise<string> {
  if (typeof body === "string") return body;
  const [company] = await tx<{ name: string; timezone: string }[]>`
    select name, timezone from app.companies where id = ${tx.companyId}`;
  return body(valuesOf(ticket, company!, ticket.user?.name ?? signedBy, new Date()));
}
/** Refuses ERR_TEXT_TOO_LONG where the channel carries no text of this length. */
export function checkLength(text: string, { text: { max, unit } }: Manifest): void {
  const length = unit === "bytes" ? new TextEncoder().encode(text).length : text.length;
  if (length > max) refuse("ERR_TEXT_TOO_LONG", { max });
}
