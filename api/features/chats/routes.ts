import { MESSAGES_PAGE, RECORDS_PAGE } from "../../contract/limits.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Chat, chats as calls } from "./contract.ts";
import { sayings } from "./message-routes.ts";
import * as said from "./message-queries.ts";
import * as queries from "./queries.ts";
import { tellChat, tellGone, tellOwn } from "./tell.ts";

const UNREAD_MAX = 100;
const FOUND_MAX = 200;

/** Mounts the calls of chats. */
export function chats(api: Api, parts: Parts): void {
  route(api, calls.list, async ({ tx, me, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, me.id, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, me.id, search),
    ]);
    return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.unread, ({ tx, me }) => queries.unread(tx, me.id, UNREAD_MAX));

  route(
    api,
    calls.show,
    async ({ tx, me, params }) => must(await queries.byUuid(tx, me.id, params.uuid), "ERR_NO_CHAT_FOUND"),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    const others = await colleagues(tx, me, body.users);
    if (body.title) return await makeGroup(tx, me, body.title, others);
    const [other, ...more] = others;
    if (!other || more.length) refuse("ERR_VALIDATION", { details: [{ path: "body.title", message: "required" }] });
    const { id, made } = await queries.pairOf(tx, me.id, other);
    if (made) await queries.join(tx, id, [me.id, other]);
    const chat = await mine(tx, me, id);
    if (made) await tellChat(tx, chat, "create");
    return chat;
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body }) => {
    const old = await owned(tx, me, id);
    if (!old.isGroup) refuse("ERR_NO_PERMISSION");
    const wanted = [me.id, ...await colleagues(tx, me, body.users)];
    const known = old.users.map(({ userId }) => userId);
    const gone = known.filter((one) => !wanted.includes(one));
    await queries.retitle(tx, id, body.title);
    await queries.part(tx, id, gone);
    await queries.join(tx, id, wanted.filter((one) => !known.includes(one)));
    const chat = await mine(tx, me, id);
    await tellChat(tx, chat, "update");
    tellGone(tx, id, gone);
    return chat;
  });

  route(api, calls.remove, async ({ tx, me, params: { id } }) => {
    const chat = await owned(tx, me, id);
    const files = await queries.remove(tx, id);
    await dropUnheld(tx, files);
    tellGone(tx, id, chat.users.map(({ userId }) => userId));
    return { ok: true as const };
  });

  route(api, calls.leave, async ({ tx, me, params: { id } }) => {
    must(await queries.lock(tx, me.id, id), "ERR_NO_CHAT_FOUND");
    const chat = await mine(tx, me, id);
    if (!chat.isGroup) refuse("ERR_NO_PERMISSION");
    await queries.part(tx, id, [me.id]);
    await queries.disown(tx, id, me.id);
    const [left] = chat.users.filter(({ userId }) => userId !== me.id);
    if (left) await tellChat(tx, must(await queries.byId(tx, left.userId, id), "ERR_NO_CHAT_FOUND"), "update");
    else await dropUnheld(tx, await queries.remove(tx, id));
    tellGone(tx, id, [me.id]);
    return { ok: true as const };
  });

  route(api, calls.read, async ({ tx, me, params: { id }, body }) => {
    const chat = await mine(tx, me, id);
    const own = await queries.noteRead(tx, id, me.id, body?.position ?? chat.position);
    if (own) tellOwn(tx, me.id, own);
    return { ok: true as const };
  });

  route(api, calls.mute, async ({ tx, me, params: { id }, body }) => {
    const own = must(await queries.noteMuted(tx, id, me.id, body.muted), "ERR_NO_CHAT_FOUND");
    tellOwn(tx, me.id, own);
    return { ok: true as const };
  });

  route(api, calls.messages, async ({ tx, me, params: { id }, query }) => {
    // Both go out together: what somebody asks of a chat of others is read and not told.
    const [position, rows] = await Promise.all([
      queries.positionOf(tx, me.id, id),
      said.page(tx, id, MESSAGES_PAGE + 1, (query.pageNumber - 1) * MESSAGES_PAGE),
    ]);
    return {
      count: must(position, "ERR_NO_CHAT_FOUND"),
      records: rows.slice(0, MESSAGES_PAGE).toReversed(),
      hasMore: rows.length > MESSAGES_PAGE,
    };
  });

  route(api, calls.search, async ({ tx, me, params: { id }, query }) => {
    must(await queries.positionOf(tx, me.id, id), "ERR_NO_CHAT_FOUND");
    const text = query.searchParam.trim();
    return { records: text ? await said.search(tx, id, text, FOUND_MAX) : [] };
  });

  sayings(api, parts);
}

/** One of this person's chats. Refuses ERR_NO_CHAT_FOUND. */
async function mine(tx: Tx, me: Me, id: number): Promise<Chat> {
  return must(await queries.byId(tx, me.id, id), "ERR_NO_CHAT_FOUND");
}
/** One of this person's chats that they own, held until the commit. */
async function owned(tx: Tx, me: Me, id: number): Promise<Chat> {
  must(await queries.lock(tx, me.id, id), "ERR_NO_CHAT_FOUND");
  const chat = await mine(tx, me, id);
  if (chat.ownerId !== me.id) refuse("ERR_NO_PERMISSION");
  return chat;
}
/** The others among these people. Refuses ERR_NO_USER_FOUND where one is not of the company, and a list of oneself alone. */
async function colleagues(tx: Tx, me: Me, ids: readonly number[]): Promise<number[]> {
  const others = [...new Set(ids)].filter((id) => id !== me.id);
  if (!others.length) refuse("ERR_VALIDATION", { details: [{ path: "body.users", message: "required" }] });
  const known = await queries.people(tx, others);
  if (known.length !== others.length) refuse("ERR_NO_USER_FOUND");
  return others;
}
async function makeGroup(tx: Tx, me: Me, title: string, others: readonly number[]): Promise<Chat> {
  const id = await queries.insertGroup(tx, title, me.id);
  await queries.join(tx, id, [me.id, ...others]);
  const chat = await mine(tx, me, id);
  await tellChat(tx, chat, "create");
  return chat;
}
