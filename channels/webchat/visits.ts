// The calls of a visitor, one function for each route. Each reads and writes this visitor's own conversation only.
import { z } from "zod";
import { ChannelError, type Content, type PageHost } from "../sdk/mod.ts";
import { json, refuse } from "./answers.ts";
import { readFile, readJson, storable } from "./body.ts";
import { openLive } from "./live.ts";
import { MAX_TEXT } from "./manifest.ts";
import { issueToken, newVisitorId, peerOf, readVisitor, type Visitor, VisitorName } from "./visitor.ts";
import { idOf, toWire } from "./wire.ts";

/** One request to one connection's page. */
export interface Visit {
  request: Request;
  host: PageHost;
  /** The page's own address, without a slash at its end. */
  path: string;
  address: string;
}
const PAGE = 40;
/** Messages back to which a page may report reading; it reported older ones on an earlier visit. */
const SEEN_BACK = 100;
const perMinute = { session: 10, messages: 20, files: 6, typing: 30, seen: 60, history: 120, events: 30, media: 240 };
/** The limits of an address are those of several visitors, because an office may share one address. */
const PER_ADDRESS = 5;

const Key = z.uuid().transform((key) => key.toLowerCase());
const Text = z.string().max(MAX_TEXT).refine(storable);
const Written = z.object({ key: Key, text: Text.refine((text) => text.trim() !== "") });
const SentFile = z.object({ key: Key, text: Text.optional() });
const Seen = z.object({
  ids: z.array(z.string().min(1).max(200).refine(storable)).max(100),
  read: z.boolean().default(true),
});
const Typing = z.object({ on: z.boolean() });

function limit({ host, address }: Visit, what: keyof typeof perMinute, who?: string): void {
  const most = perMinute[what];
  const wait = 60 / most;
  if (who !== undefined && !host.allow(what, who, most)) refuse("ERR_TOO_MANY_REQUESTS", wait);
  if (!host.allow(`${what}-address`, address, who === undefined ? most : most * PER_ADDRESS)) {
    refuse("ERR_TOO_MANY_REQUESTS", wait);
  }
}
async function known(visit: Visit, what: keyof typeof perMinute): Promise<Visitor> {
  const visitor = await readVisitor(visit.request, visit.host);
  limit(visit, what, visitor.id);
  return visitor;
}

/** Makes a visitor, or renews the token of one who is known, with the name they now give. */
export async function session(visit: Visit): Promise<Response> {
  limit(visit, "session");
  const { name: given } = await readJson(visit.request, z.object({ name: VisitorName.optional() }));
  const before = visit.request.headers.has("authorization") ? await readVisitor(visit.request, visit.host) : undefined;
  const name = given || before?.name;
  const visitor = { id: before?.id ?? newVisitorId(), ...(name ? { name } : {}) };
  return json({ token: await issueToken(visit.host, visitor), name: name ?? null });
}

/** A page of the conversation, oldest first; `before` is the id of the oldest the page has. */
export async function history(visit: Visit): Promise<Response> {
  const visitor = await known(visit, "history");
  const before = new URL(visit.request.url).searchParams.get("before") ?? undefined;
  if (before !== undefined && (before.length > 200 || !storable(before))) refuse("ERR_VALIDATION");
  const messages = await visit.host.history(peerOf(visitor), PAGE + 1, before);
  return json({
    messages: messages.slice(-PAGE).map((message) => toWire(message, visitor, visit.path)),
    hasMore: messages.length > PAGE,
  });
}

async function receive({ host }: Visit, visitor: Visitor, key: string, content: Content): Promise<Response> {
  const at = host.clock.now();
  const externalId = idOf(visitor, key);
  await host.receive({ kind: "message", peer: peerOf(visitor), externalId, fromMe: false, at, content });
  return json({ id: externalId, key, at });
}
/** A text. The same key again is the same message. */
export async function write(visit: Visit): Promise<Response> {
  const visitor = await known(visit, "messages");
  const { key, text } = await readJson(visit.request, Written);
  return await receive(visit, visitor, key, { type: "text", text });
}

/** A file of the visitor. The host stores it before the message counts as received. */
export async function sendFile(visit: Visit): Promise<Response> {
  const visitor = await known(visit, "files");
  const { file, fields } = await readFile(visit.request);
  const { key, text } = SentFile.safeParse(fields).data ?? refuse("ERR_VALIDATION");
  const id = idOf(visitor, key);
  const again = (await visit.host.history(peerOf(visitor), PAGE)).find((message) => message.id === id);
  if (again) return json({ id, key, at: again.at });
  const media = await visit.host.keep(file, file.name || "file").catch((error) => {
    if (error instanceof ChannelError) return refuse("ERR_UNSUPPORTED_MEDIA");
    throw error;
  });
  const caption = text?.trim();
  return await receive(visit, visitor, key, { type: "media", media, ...(caption ? { caption } : {}) });
}

/** Takes the page's report of received (2) or shown (3) messages. Ignores ids outside this visitor's conversation. */
export async function seen(visit: Visit): Promise<Response> {
  const visitor = await known(visit, "seen");
  const { ids, read } = await readJson(visit.request, Seen);
  const ack = read ? 3 : 2;
  const wanted = new Set(ids);
  const theirs = wanted.size ? await visit.host.history(peerOf(visitor), SEEN_BACK) : [];
  for (const { id, fromVisitor, ack: before } of theirs) {
    if (fromVisitor || before >= ack || !wanted.has(id)) continue;
    // The id is the key we chose, so a message that is still being sent is found too.
    await visit.host.receive({ kind: "status", externalId: id, key: id, ack, at: visit.host.clock.now() });
  }
  return json({ ok: true });
}

export async function typing(visit: Visit): Promise<Response> {
  const visitor = await known(visit, "typing");
  const { on } = await readJson(visit.request, Typing);
  await visit.host.receive({ kind: "typing", peer: peerOf(visitor), on, at: visit.host.clock.now() });
  return json({ ok: true });
}

export async function events(visit: Visit): Promise<Response> {
  return openLive(visit.host, await known(visit, "events"), visit.path);
}

/** A file of this visitor's conversation. */
export async function media(visit: Visit, name: string): Promise<Response> {
  const visitor = await known(visit, "media");
  return await visit.host.file(peerOf(visitor), name) ?? refuse("ERR_NO_MEDIA_FOUND");
}
