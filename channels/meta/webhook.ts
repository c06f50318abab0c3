// One webhook for the whole Meta app: a single callback address gets pages, Instagram accounts and WhatsApp numbers, told apart
// by `object`. Each channel says how its own entries are read; the
// envelope, the signature and the isolation of one bad entry from the rest are the same for all and live here.
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { RoutedEvent, Unparsed, Webhook } from "../sdk/mod.ts";
import { signed } from "./signature.ts";
import { Id, List, odd, reasonOf, Thing, Time } from "./tolerant.ts";

/** One element of `entry`: the account's id (page, Instagram account, WhatsApp business account) and its unread fields. */
export interface Entry {
  id: string;
  /** When Meta sent it, ms since 1970; undefined where it makes no sense. */
  time?: number;
  fields: Record<string, unknown>;
}
export interface Parsed {
  events: RoutedEvent[];
  unparsed: Unparsed[];
}
/** Reads one entry. Pure; reports odd parts as `unparsed`. What it throws spoils its own entry only. */
export interface Reader {
  channel: string;
  read(entry: Entry): Parsed;
}

const objects = ["page", "instagram", "whatsapp_business_account"] as const;
export type MetaObject = typeof objects[number];
const readers = new Map<string, Reader>();

const Envelope = z.object({ object: z.string(), entry: z.array(z.unknown()) });
const EntryHead = z.object({ id: Id, time: odd(Time) });

function readEntry(raw: unknown, object: string, into: Parsed): void {
  const reader = readers.get(object);
  let account: string | undefined;
  try {
    // A channel that failed to load must not lose what is meant for it.
    if (!reader) throw new Error(`no channel reads ${object}`);
    const fields = Thing.parse(raw);
    const { id, time } = EntryHead.parse(fields);
    account = id;
    const { events, unparsed } = reader.read({ id, time, fields });
    into.events.push(...events);
    into.unparsed.push(...unparsed);
  } catch (error) {
    into.unparsed.push({ channel: reader?.channel, account, reason: reasonOf(error), raw });
  }
}

function equal(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return a.length === b.length && timingSafeEqual(a, b);
}

const webhook: Webhook = {
  secrets: { appSecrets: ["META_APP_SECRET"], verifyTokens: ["META_VERIFY_TOKEN"] },
  challenge(query, { verifyTokens }) {
    const token = query.get("hub.verify_token") ?? "";
    if (query.get("hub.mode") !== "subscribe" || token === "") return null;
    return verifyTokens.some((known) => equal(known, token)) ? query.get("hub.challenge") : null;
  },
  verify: signed,
  parse(body) {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    const parsed: Parsed = { events: [], unparsed: [] };
    const envelope = Envelope.safeParse(json);
    if (!envelope.success) {
      parsed.unparsed.push({ reason: reasonOf(envelope.error), raw: json });
    } else if ((objects as readonly string[]).includes(envelope.data.object)) {
      for (const raw of envelope.data.entry) readEntry(raw, envelope.data.object, parsed);
    }
    return parsed;
  },
};

/** The shared webhook, which from now on also reads entries of `object` for this channel. Called once by each channel's mod.ts. */
export function metaWebhook(object: MetaObject, reader: Reader): Webhook {
  readers.set(object, reader);
  return webhook;
}

/** The elements of a list field, each read on its own: what throws becomes `unparsed` and the others go on. */
export function eachOf(
  list: unknown,
  where: { channel: string; account: string },
  into: Parsed,
  read: (element: unknown) => void,
): void {
  for (const element of List.parse(list)) {
    try {
      read(element);
    } catch (error) {
      into.unparsed.push({ ...where, reason: reasonOf(error), raw: element });
    }
  }
}
