// A WhatsApp message's object for its type → content. Pure.
import { z } from "zod";
import type { Content, MediaKind } from "../sdk/mod.ts";
import { List, odd } from "../meta/tolerant.ts";

const Text = z.object({ body: z.string() });
const File = z.object({
  id: z.string().min(1),
  mime_type: odd(z.string()),
  caption: odd(z.string()),
  filename: odd(z.string()),
  voice: odd(z.boolean()),
});
const Location = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: odd(z.string()),
  address: odd(z.string()),
});
const Card = z.object({
  name: odd(z.object({ formatted_name: odd(z.string()), first_name: odd(z.string()) })),
  phones: List,
  emails: List,
});
const Phone = z.object({ phone: odd(z.string()), wa_id: odd(z.string()) });
const Email = z.object({ email: z.string() });
const Reply = z.object({ id: z.string(), title: z.string() });
const Interactive = z.object({
  button_reply: odd(Reply),
  list_reply: odd(Reply),
  nfm_reply: odd(z.object({ name: odd(z.string()), body: odd(z.string()), response_json: odd(z.string()) })),
});
const Button = z.object({ text: z.string(), payload: z.string().catch("") });
const Order = z.object({
  text: odd(z.string()),
  product_items: z.array(z.object({ product_retailer_id: z.string(), quantity: z.coerce.number() })).catch([]),
});

function media(kind: MediaKind) {
  return (raw: unknown): Content => {
    const { id, mime_type: mimeType, caption, filename: fileName, voice } = File.parse(raw);
    const file = { kind: voice ? "voice" as const : kind, ref: id, mimeType, fileName, keep: true };
    return { type: "media", media: file, ...(caption ? { caption } : {}) };
  };
}

function cards(raw: unknown): Content {
  const contacts = z.array(Card).parse(raw).map(({ name, phones, emails }) => {
    const numbers = phones.flatMap((one) => {
      const { phone, wa_id } = Phone.safeParse(one).data ?? {};
      return wa_id ?? phone ?? [];
    });
    const addresses = emails.flatMap((one) => Email.safeParse(one).data?.email ?? []);
    const label = name?.formatted_name ?? name?.first_name ?? numbers[0] ?? "?";
    return { name: label, phones: numbers, ...(addresses.length > 0 ? { emails: addresses } : {}) };
  });
  return { type: "contacts", contacts };
}

function interactive(raw: unknown): Content {
  const { button_reply, list_reply, nfm_reply: form } = Interactive.parse(raw);
  const reply = button_reply ?? list_reply;
  if (reply) return { type: "choice", title: reply.title, payload: reply.id };
  if (form) return { type: "choice", title: form.body ?? form.name ?? "", payload: form.response_json ?? "" };
  return { type: "other", what: "interactive" };
}

const readers: Record<string, (raw: unknown) => Content> = {
  text: (raw) => ({ type: "text", text: Text.parse(raw).body }),
  image: media("image"),
  video: media("video"),
  audio: media("audio"),
  document: media("document"),
  sticker: media("sticker"),
  location: (raw) => ({ type: "location", ...Location.parse(raw) }),
  contacts: cards,
  // The object is missing where value.errors says why; the message still counts.
  interactive: (raw) => interactive(raw ?? {}),
  button(raw) {
    const { text, payload } = Button.parse(raw);
    return { type: "choice", title: text, payload };
  },
  order(raw) {
    const { text, product_items } = Order.parse(raw);
    const lines = product_items.map(({ quantity, product_retailer_id }) => `${quantity} × ${product_retailer_id}`);
    return { type: "other", what: "order", text: [...(text ? [text] : []), ...lines].join("\n") || undefined };
  },
  unsupported: (raw) => ({
    type: "other",
    what: z.object({ type: z.string() }).safeParse(raw).data?.type ?? "unsupported",
  }),
};

/** The content of a message. Types unknown today become `other`. Throws ZodError where a known type's object is unreadable. */
export function contentOf(type: string, raw: unknown): Content {
  return readers[type]?.(raw) ?? { type: "other", what: type };
}
