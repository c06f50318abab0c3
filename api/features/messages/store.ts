// The messages' step of the inbound pipeline: one row for one provider message, for ever.
import type { Content, MediaRef } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../channels/inbound.ts";
import { newMediaId } from "../../core/media.ts";
import { addHalfHour, moveCounters } from "../tickets/counters.ts";
import { shownById } from "../tickets/queries.ts";
import { audienceOf } from "../tickets/visibility.ts";
import { askChannel, summary, tell, touchTicket } from "./actions.ts";
import { applyEarly } from "./inbound-updates.ts";
import * as queries from "./queries.ts";

export async function store(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event, line } = inbound;
  const { ticket } = inbound;
  if (!ticket) return "stop";
  const quotedId = event.quotedId ? await queries.quotedId(tx, line.id, event.quotedId) : null;
  const said = describe(event.content);
  const mediaId = said.media ? await keepReference(tx, said.media) : null;
  const sentAt = new Date(Math.min(Math.max(event.at, 0), Date.now() + 60_000));
  const id = await queries.insert(tx, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: line.id,
    queueId: ticket.queueId,
    externalId: event.externalId,
    fromMe: event.fromMe,
    byHand: event.fromMe,
    kind: said.kind,
    body: said.body.slice(0, 100_000),
    mediaId,
    data: withOrigin(said.data, event.origin),
    quotedId,
    ack: event.fromMe ? 1 : 0,
    isForwarded: event.forwarded ?? false,
    read: event.fromMe,
    sentAt,
  });
  if (id === null) {
    if (mediaId && !isKept(said.media!)) {
      await tx`delete from app.media where company_id = ${tx.companyId} and id = ${mediaId}`;
    }
    return "stop";
  }
  inbound.messageId = id;
  if (said.media?.keep && mediaId && !isKept(said.media)) {
    await askChannel(tx, line.id, "media", {
      messageId: id,
      mediaId,
      ref: said.media.ref,
      fileName: said.media.fileName ?? "",
      kind: said.media.kind,
    });
  }
  const unread = event.fromMe ? 0 : 1;
  // One connection carries out what it is given in order: what is read at the end is as the writes before leave it.
  const writes = [
    touchTicket(tx, ticket.id, {
      messageId: id,
      text: summary(said.kind, said.body),
      fromMe: event.fromMe,
      at: sentAt,
      unread,
    }),
    moveCounters(tx, ticket, { ...ticket, unread: ticket.unread + unread }),
    addHalfHour(tx, ticket, event.fromMe ? { sent: 1 } : { received: 1 }),
    // Told before what came early: a list gets the message first, then what became of it.
    tell(tx, id, audienceOf(ticket), "create"),
  ];
  const early = applyEarly(tx, line, { id, externalId: event.externalId });
  const shown = shownById(tx, ticket.id);
  await Promise.all([...writes, early, shown]);
  // What came early may have changed the ticket after it was read: then it is read again.
  inbound.shown = await early ? null : shown;
  return "next";
}

interface Said {
  kind: string;
  body: string;
  data: Record<string, unknown> | null;
  media?: MediaRef;
}
const mediaKinds: Record<MediaRef["kind"], string> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  document: "application",
  sticker: "image",
};

/** Content in the specification's kinds. What is not known is a visible placeholder. */
function describe(content: Content): Said {
  switch (content.type) {
    case "text":
      return { kind: "chat", body: content.text, data: null };
    case "media": {
      const { kind } = content.media;
      const data = kind === "voice" ? { voice: true } : kind === "sticker" ? { sticker: true } : null;
      return { kind: mediaKinds[kind], body: content.caption ?? "", data, media: content.media };
    }
    case "location":
      return {
        kind: "locationMessage",
        body: content.name ?? content.address ?? "",
        data: {
          latitude: content.latitude,
          longitude: content.longitude,
          name: content.name,
          address: content.address,
        },
      };
    case "contacts":
      return {
        kind: "contactMessage",
        body: content.contacts.map((card) => card.name).join(", "),
        data: { contacts: content.contacts },
      };
    case "choice":
      return { kind: "chat", body: content.title, data: { choice: content.payload } };
    case "link":
      return {
        kind: "chat",
        body: [content.text, content.url].filter(Boolean).join("\n"),
        data: { link: { url: content.url, title: content.title } },
      };
    case "call":
      return { kind: "call_log", body: "", data: { missed: content.missed, video: content.video } };
    default:
      return { kind: "unknown", body: content.text ?? "", data: { what: content.what } };
  }
}
function withOrigin(data: Record<string, unknown> | null, origin: string | undefined): Record<string, unknown> | null {
  return origin ? { ...data, origin } : data;
}

/** A visitor's page keeps the file before it tells of the message; then there is nothing to fetch. */
const KEPT = "kept:";
const isKept = (media: MediaRef) => media.ref.startsWith(KEPT);

/** A kept file belongs to one message: what is unknown, or another's already, is a placeholder without a file. */
async function claimKept(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx`
    select 1 from app.media f where f.company_id = ${tx.companyId} and f.id = ${id} and f.state = 'stored'
      and not exists (select 1 from app.messages m where m.company_id = f.company_id and m.media_id = f.id)`;
  return row ? id : null;
}

/** A file that is still the provider's: fetched soon, or only pointed at where keeping it is forbidden. */
async function keepReference(tx: Tx, media: MediaRef): Promise<string | null> {
  if (isKept(media)) return await claimKept(tx, media.ref.slice(KEPT.length));
  const id = newMediaId();
  await tx`
    insert into app.media (company_id, id, state, kind, mime_type, file_name, bytes, remote)
    values (${tx.companyId}, ${id}, ${media.keep ? "pending" : "remote"}, ${media.kind}, ${
    media.mimeType ?? "application/octet-stream"
  }, ${media.fileName ?? ""}, ${media.bytes ?? 0}, ${media.ref})`;
  return id;
}
