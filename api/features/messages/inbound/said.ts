// What a provider's message says, in the API's kinds, and its file.
import type { Content, MediaRef, MessageEvent } from "../../../../channels/sdk/mod.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { newMediaId } from "../../../core/media/media.ts";
import { askChannel } from "../../connections/actions/requests.ts";

export interface Said {
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

/** An event in the API's kinds. What cannot be read yet, or is not known, is a visible placeholder. */
export function describe(event: MessageEvent): Said {
  const waiting = { kind: "unknown", body: "", data: { placeholder: true, what: "waiting" } };
  const said = event.placeholder ? waiting : described(event.content);
  const marks = {
    ...(event.origin ? { origin: event.origin } : {}),
    ...(event.viewOnce ? { viewOnce: true } : {}),
  };
  return Object.keys(marks).length ? { ...said, data: { ...said.data, ...marks } } : said;
}
function described(content: Content): Said {
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
          ...(content.live ? { live: true } : {}),
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
    case "poll":
      return {
        kind: "chat",
        body: [content.question, ...content.options.map((option) => `• ${option}`)].join("\n"),
        data: { poll: { question: content.question, options: content.options } },
      };
    case "call":
      return { kind: "call_log", body: "", data: { missed: content.missed, video: content.video } };
    default:
      return { kind: "unknown", body: content.text ?? "", data: { what: content.what } };
  }
}
/** A visitor's page keeps the file before it tells of the message; then there is nothing to fetch. */
const KEPT = "kept:";
export const isKept = (media: MediaRef) => media.ref.startsWith(KEPT);

/** A kept file belongs to one message: what is unknown, or another's already, is a placeholder without a file. */
async function claimKept(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx`
    select 1 from app.media f where f.company_id = ${tx.companyId} and f.id = ${id} and (f.state = 'stored' or f.failure = 'ERR_DISK_FULL')
      and not exists (select 1 from app.messages m where m.company_id = f.company_id and m.media_id = f.id)`;
  return row ? id : null;
}

/** A file that is still the provider's: fetched soon, or only pointed at where keeping it is forbidden. */
export async function keepReference(tx: Tx, media: MediaRef): Promise<string | null> {
  if (isKept(media)) return await claimKept(tx, media.ref.slice(KEPT.length));
  const id = newMediaId();
  await tx`
    insert into app.media (company_id, id, state, kind, mime_type, file_name, bytes, remote)
    values (${tx.companyId}, ${id}, ${media.keep ? "pending" : "remote"}, ${media.kind}, ${
    media.mimeType ?? "application/octet-stream"
  }, ${media.fileName ?? ""}, ${media.bytes ?? 0}, ${media.ref})`;
  return id;
}

/** Asks the session for a file that is still the provider's. */
export async function fetchFile(
  tx: Tx,
  connectionId: number,
  messageId: number,
  mediaId: string | null,
  media: MediaRef | undefined,
): Promise<void> {
  if (!media?.keep || !mediaId || isKept(media)) return;
  const { ref, fileName = "", kind } = media;
  await askChannel(tx, connectionId, "media", { messageId, mediaId, ref, fileName, kind });
}
