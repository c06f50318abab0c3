// POST /chats/{id}/messages: words, or files as messages of their own. The same key twice is one message.
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Given } from "../../contract/endpoint.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import { fingerprint } from "../../core/http/idempotency.ts";
import { type FileKind, storeUpload } from "../../core/media/media.ts";
import type { Tx } from "../../../db/tenant.ts";
import { ringChat } from "../notifications/actions.ts";
import { takeUploads } from "../uploads/actions.ts";
import type { ChatMessage, chats } from "./contract.ts";
import * as said from "./message-queries.ts";
import * as queries from "./queries.ts";
import { tellMessages, tellOwn } from "./tell.ts";

export interface Sending {
  tx: Tx;
  me: Me;
  chatId: number;
  form: Given<typeof chats.send>["body"];
  files: File[];
  key: string | null;
}
const KEY = /^[\w:.-]{1,100}$/;
/** More files than a call can carry. */
const MANY = 32;

/** Says it; answers the messages it made, or made the first time. Refuses ERR_NO_CHAT_FOUND to whoever is no member. */
export async function send({ tx, me, chatId, form, files, key: given }: Sending): Promise<ChatMessage[]> {
  const key = given ?? uuidv7();
  if (!KEY.test(key)) refuse("ERR_VALIDATION", { details: [{ path: "idempotency-key", message: "characters" }] });
  const print = createHash("sha256").update(await fingerprint("POST", `/chats/${chatId}/messages`, form, files))
    .digest("hex");
  must(await queries.lock(tx, me.id, chatId), "ERR_NO_CHAT_FOUND");
  const known = await said.byKeys(tx, chatId, [key, ...Array.from({ length: MANY }, (_, at) => `${key}:${at}`)]);
  if (known.length) {
    if (known.some((row) => row.senderId !== me.id || row.fingerprint !== print)) refuse("ERR_IDEMPOTENCY_MISMATCH");
    return await said.byIds(tx, known.map(({ id }) => id));
  }
  const quotedId = form.quotedMsg?.id ?? null;
  if (quotedId !== null && !await said.isThere(tx, chatId, quotedId)) refuse("ERR_NO_MESSAGE_FOUND");
  const drafts = await compose(tx, me, form, files);
  if (!drafts.length) refuse("ERR_VALIDATION", { details: [{ path: "body.message", message: "required" }] });
  const mentions = await named(tx, me, chatId, form.mentions ?? []);
  const ids: number[] = [];
  for (const [at, draft] of drafts.entries()) {
    ids.push(
      await said.insert(tx, {
        chatId,
        senderId: me.id,
        key: drafts.length === 1 ? key : `${key}:${at}`,
        fingerprint: print,
        quotedId: at === 0 ? quotedId : null,
        data: at === 0 && mentions.length ? { mentions } : null,
        ...draft,
      }),
    );
  }
  const made = await tellMessages(tx, chatId, ids, "create");
  const own = await queries.noteRead(tx, chatId, me.id, made.at(-1)!.position);
  if (own) tellOwn(tx, me.id, own);
  ringChat(tx, { chatId, messageId: ids.at(-1)!, authorId: me.id, mentioned: mentions.map(({ id }) => id) });
  return made;
}

/** Members among those that a text names, without its author. */
async function named(tx: Tx, me: Me, chatId: number, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (!ids.length) return [];
  const members = new Set(await queries.memberIds(tx, chatId));
  return await queries.people(tx, ids.filter((id) => id !== me.id && members.has(id)));
}

const kinds: Record<FileKind, string> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  sticker: "image",
  document: "application",
};
type Draft = Pick<said.NewMessage, "kind" | "body" | "mediaId">;

/** The messages that a form makes: each file one, the words with the first. */
async function compose(tx: Tx, me: Me, form: Sending["form"], sent: File[]): Promise<Draft[]> {
  const body = form.message.trim();
  const files = form.uploads?.length ? await takeUploads(tx, me, form.uploads.map(({ key }) => key)) : sent;
  const drafts: Draft[] = [];
  for (const [at, file] of files.entries()) {
    const voice = /^voice[-.]/i.test(file.name) ? { kind: "voice" as const } : {};
    const stored = await storeUpload(tx, file, voice);
    drafts.push({ kind: kinds[stored.kind], body: at === 0 ? body : "", mediaId: stored.id });
  }
  return drafts.length || !body ? drafts : [{ kind: "chat", body, mediaId: null }];
}
