// What is done with single messages of chats.
import { eventName } from "../../contract/event.ts";
import { EDIT_WINDOW_MS } from "../../contract/limits.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type ChatMessage, chats as calls, chatTyping } from "./contract.ts";
import * as said from "./message-queries.ts";
import * as queries from "./queries.ts";
import { send } from "./send.ts";
import { people, tellMessages } from "./tell.ts";

/** Mounts the calls that say something in chats, and change what was said. */
export function sayings(api: Api, parts: Parts): void {
  route(api, calls.send, async ({ tx, me, params: { id }, body, files, key }) => ({
    messages: await send({ tx, me, chatId: id, form: body, files, key }),
  }));

  route(api, calls.typing, async ({ tx, me, params: { id }, body }) => {
    const members = await queries.memberIds(tx, id);
    if (!members.includes(me.id)) refuse("ERR_NO_CHAT_FOUND");
    const others = people(members.filter((one) => one !== me.id)).to;
    const payload = { chatId: id, userId: me.id, name: me.name, on: body.on };
    if (others.length) {
      parts.stream?.pass(tx.companyId, eventName(chatTyping, tx.companyId, { chatId: id }), others, payload);
    }
    return { ok: true as const };
  });

  route(api, calls.edit, async ({ tx, me, params: { id }, body }) => {
    const row = await own(tx, me, id);
    if (Date.now() - row.createdAt.getTime() > EDIT_WINDOW_MS) refuse("ERR_EDIT_WINDOW_PASSED");
    await said.write(tx, id, body.message);
    return await told(tx, row);
  });

  route(api, calls.removeMessage, async ({ tx, me, params: { id } }) => {
    const row = await own(tx, me, id);
    await said.takeBack(tx, id);
    if (row.mediaId) await dropUnheld(tx, [row.mediaId]);
    return await told(tx, row);
  });

  route(api, calls.react, async ({ tx, me, params: { id }, body }) => {
    const row = await there(tx, me, id);
    await said.react(tx, id, me.id, body.emoji);
    return await told(tx, row);
  });
}

/** A message of one of this person's chats that was not taken back. */
async function there(tx: Tx, me: Me, id: number): Promise<said.Row> {
  const row = must(await said.lock(tx, me.id, id), "ERR_NO_MESSAGE_FOUND");
  if (row.isDeleted) refuse("ERR_NO_MESSAGE_FOUND");
  return row;
}
async function own(tx: Tx, me: Me, id: number): Promise<said.Row> {
  const row = await there(tx, me, id);
  if (row.senderId !== me.id) refuse("ERR_NO_PERMISSION");
  return row;
}
async function told(tx: Tx, row: said.Row): Promise<ChatMessage> {
  const [message] = await tellMessages(tx, row.chatId, [row.id], "update");
  return message!;
}
