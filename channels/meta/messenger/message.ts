// The `message` object of pages and Instagram accounts → contents. One message may
// hold text and several attachments; each becomes a content of its own, text first.
import { z } from "zod";
import type { Content, MediaKind } from "../../sdk/mod.ts";
import { Id, List, odd, Thing } from "../tolerant.ts";

const Referral = z.object({
  ref: odd(z.string()),
  source: odd(z.string()),
  ad_id: odd(Id),
  ads_context_data: odd(z.object({ ad_title: odd(z.string()) })),
  product: odd(z.object({ id: odd(Id) })),
});

export const Message = z.object({
  mid: z.string().min(1),
  text: odd(z.string()),
  is_deleted: odd(z.boolean()),
  is_unsupported: odd(z.boolean()),
  metadata: odd(z.string()),
  quick_reply: odd(z.object({ payload: z.string() })),
  reply_to: odd(z.object({ mid: odd(z.string()), story: odd(z.object({ url: odd(z.string()), id: odd(Id) })) })),
  referral: odd(Referral),
  attachments: List,
});
export type Message = z.infer<typeof Message>;

const Payload = z.object({
  url: odd(z.string().min(1)),
  title: odd(z.string()),
  text: odd(z.string()),
  sticker_id: odd(Id),
  coordinates: odd(z.object({ lat: z.number(), long: z.number() })),
});
const Attachment = z.object({
  type: z.string().catch("attachment"),
  payload: odd(Payload),
  // In echoes a link's title and address may stand beside the payload.
  url: odd(z.string().min(1)),
  title: odd(z.string()),
});

const mediaKinds: Record<string, MediaKind> = {
  image: "image",
  video: "video",
  audio: "audio",
  file: "document",
  sticker: "sticker",
  // Meta does not say whether this is a picture or a video; the file's own type decides when it is opened.
  story_mention: "image",
};
const links = ["fallback", "share", "post", "ig_post", "reel", "ig_reel"];

/** Where a customer came from, in one line: the ad's title, the link's name, the product. */
export function originOf(raw: unknown): string | undefined {
  const referral = Referral.safeParse(raw).data;
  if (!referral) return undefined;
  const { ref, source, ad_id, ads_context_data, product } = referral;
  const parts = [source, ref, ads_context_data?.ad_title ?? ad_id, product?.id];
  return parts.filter(Boolean).join(" · ") || undefined;
}

/** The name at the end of an address; the only place where Messenger names a file. */
function fileNameOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "") || undefined;
  } catch {
    return undefined;
  }
}

function contentOf(raw: unknown, keep: boolean): Content {
  const { type, payload, ...beside } = Attachment.parse(Thing.safeParse(raw).data ?? {});
  const url = payload?.url ?? beside.url;
  const title = payload?.title ?? beside.title;
  const kind = mediaKinds[type];
  if (kind && url) {
    const sticker = payload?.sticker_id !== undefined;
    const fileName = type === "file" ? fileNameOf(url) : undefined;
    return { type: "media", media: { kind: sticker ? "sticker" : kind, ref: url, fileName, keep } };
  }
  if (payload?.coordinates) {
    const { lat, long } = payload.coordinates;
    return { type: "location", latitude: lat, longitude: long, name: title };
  }
  if (links.includes(type) && url) return { type: "link", url, title };
  if (type === "like_heart") return { type: "text", text: "❤" };
  return { type: "other", what: type, text: payload?.text ?? title };
}

/** A sticker can arrive twice, as sticker and as image: Meta moved from one to the other in 2026. */
function withoutTwins(attachments: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return attachments.filter((raw) => {
    const id = Attachment.safeParse(raw).data?.payload?.sticker_id;
    return id === undefined || (!seen.has(id) && seen.add(id));
  });
}

/** The contents of a message in order; never empty. `keep` is false where files must not be copied. */
export function contentsOf(message: Message, keep: boolean): Content[] {
  const { text, quick_reply } = message;
  const attached = withoutTwins(message.attachments).map((raw) => contentOf(raw, keep));
  if (text === undefined || text === "") {
    return attached.length > 0 ? attached : [{ type: "other", what: message.is_unsupported ? "unsupported" : "empty" }];
  }
  if (quick_reply) return [{ type: "choice", title: text, payload: quick_reply.payload }, ...attached];
  // Meta's preview of an address in the text belongs to that text: one bubble, not two. A preview without an address adds nothing.
  const shown = attached.filter((content) => !(content.type === "other" && content.what === "fallback"));
  const [first, ...rest] = shown;
  if (first?.type === "link" && /https?:\/\//.test(text)) return [{ ...first, text }, ...rest];
  return [{ type: "text", text }, ...shown];
}
