// POST /message/forward: a message goes on to somebody else, without its file being uploaded again
// (docs/product/messages.md#forwarding).
import { v7 as uuidv7 } from "uuid";
import { must, refuse } from "../../contract/errors.ts";
import { FORWARD_DELAY_MS } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Parts } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import { openTicket } from "../tickets/actions/open.ts";
import * as tickets from "../tickets/queries.ts";
import { lineFor } from "../tickets/actions/reach.ts";
import { visible } from "../tickets/visibility.ts";
import { addOutbound, type Outbound } from "./actions/add-outbound.ts";
import { carriedAs } from "./carried-as.ts";
import type { Message } from "./contract.ts";
import * as queries from "./queries.ts";
import { checkChannel, textDraft } from "./send.ts";

interface Forwarding {
  messageId: number;
  contactId: number;
  signMessage: boolean;
}
/** What of a message's data is its content; the rest tells how it came about. */
const CONTENT = ["voice", "seconds", "waveform", "sticker", "latitude", "longitude", "name", "address", "contacts"];
const KINDS = ["chat", "image", "video", "audio", "application", "locationMessage", "contactMessage"];

/**
 * Passes a message on over the contact's live ticket, or a new one of one's own. Notes stay inside; what was deleted, or never
 * was readable, cannot go on. Where the channel can it is the same message, else its text and file are sent anew.
 */
export async function forward(
  { tx, me, parts, key }: { tx: Tx; me: Me; parts: Parts; key: string | null },
  { messageId, contactId, signMessage }: Forwarding,
): Promise<Message> {
  const message = must(await queries.forForward(tx, messageId, visible(tx, me)), "ERR_NO_MESSAGE_FOUND");
  if (message.isPrivate || message.isDeleted || !KINDS.includes(message.kind)) refuse("ERR_NO_MESSAGE_FOUND");
  if (message.file && message.file.state !== "stored") refuse("ERR_WAPP_DOWNLOAD_MEDIA");
  const connection = await lineFor(tx, parts.channels, me, contactId, null, message.connectionId);
  const { id } = await openTicket(tx, me, { contactId, connection, queueId: message.queueId, status: "open" });
  const ticket = must(await tickets.lock(tx, id), "ERR_NO_TICKET_FOUND");
  const manifest = parts.channels.plugins.get(connection.channel)?.manifest;
  checkChannel(manifest, ticket.lastInboundAt);
  const { abilities, media } = manifest!;
  const data = Object.fromEntries(Object.entries(message.data ?? {}).filter(([name]) => CONTENT.includes(name)));
  if (message.kind === "locationMessage" && !abilities.location) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  if (message.kind === "contactMessage" && !abilities.contacts) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  if (message.file) {
    const kind = carriedAs(media, message.file) ?? refuse("ERR_UNSUPPORTED_MEDIA");
    if (kind === "document" && message.file.kind !== "document") data.asDocument = true;
  }
  // What a machine wrote down stays inside.
  const words = message.data?.transcribed ? "" : message.body;
  const signs = signMessage && words !== "" && message.kind !== "contactMessage" &&
    message.kind !== "locationMessage";
  const body = signs ? `*${me.name}*:\n${words}` : words;
  if (body && !message.file) textDraft(body, manifest!);
  // A signed text differs from the original.
  const same = abilities.forward && !signs && message.connectionId === connection.id && message.externalId !== null;
  const outbound: Outbound = {
    body,
    key: key ?? uuidv7(),
    userId: me.id,
    byHand: true,
    kind: message.kind,
    mediaId: message.file?.id ?? null,
    data: Object.keys(data).length || same ? { ...data, ...(same && { forwardOf: messageId }) } : null,
    isForwarded: true,
    dueAt: await takePlace(tx, connection.id),
  };
  // What this person did with the key before has been answered already; somebody else's message keeps it.
  const made = await addOutbound(tx, ticket, outbound) ??
    await addOutbound(tx, ticket, { ...outbound, key: uuidv7(), clientKey: outbound.key });
  return made ?? refuse("ERR_IDEMPOTENCY_MISMATCH");
}

/**
 * When it may go: 900 ms after the one before on this connection (docs/product/messages.md#forwarding). The row's lock puts them
 * in line.
 */
async function takePlace(tx: Tx, connectionId: number): Promise<Date> {
  const [row] = await tx<{ at: Date }[]>`
    update app.connections
    set forward_after = greatest(clock_timestamp(), forward_after + make_interval(secs => ${FORWARD_DELAY_MS / 1000}))
    where company_id = ${tx.companyId} and id = ${connectionId} returning forward_after as at`;
  return row!.at;
}
