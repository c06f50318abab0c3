import { beforeAll, describe, expect, test } from "vitest";
import { MESSAGES_PAGE } from "../../contract/limits.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { users } from "../users/contract.ts";
import { type Chat, chats } from "./contract.ts";
import * as queries from "./queries.ts";

beforeAll(async () => {
  await testApp();
});

async function office() {
  const ana = await someone({ profile: "admin" });
  const [bia, caio] = [await someone({ colleagueOf: ana }), await someone({ colleagueOf: ana })];
  return { ana, bia, caio };
}
const make = (owner: Person, title: string, ...others: Person[]) =>
  owner.call(chats.create, { body: { title, users: others.map(({ userId }) => userId) } });
const say = async (who: Person, { id }: Pick<Chat, "id">, message: string, more = {}) =>
  (await who.call(chats.send, { params: { id }, body: { message, ...more } })).messages[0]!;
const read = async (who: Person, { id }: Pick<Chat, "id">, pageNumber = 1) =>
  (await who.call(chats.messages, { params: { id }, query: { pageNumber } })).records;
const mine = async (who: Person) => (await who.call(chats.list)).records;
const unreadOf = async (who: Person, { id }: Pick<Chat, "id">) => {
  const chat = (await mine(who)).find((one) => one.id === id)!;
  return chat.position - chat.positionRead;
};
const gone = { status: 404, code: "ERR_NO_CHAT_FOUND" };
const events = (person: Person) =>
  withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx<{ name: string; audience: string[]; payload: Record<string, unknown> }[]>`
        select name, audience, payload from app.events where name like '%-chat%' order by position`,
  );

describe("a chat", () => {
  test("of two has no title, is made once, and is each one's by the other's name", async () => {
    const { ana, bia, caio } = await office();
    const first = await make(ana, "", bia);
    expect(first).toMatchObject({ title: "", isGroup: false, ownerId: ana.userId });
    expect((await make(bia, "  ", ana)).id).toBe(first.id);
    expect((await mine(bia)).map(({ id }) => id)).toEqual([first.id]);
    expect(await mine(caio)).toEqual([]);
    await expect(make(ana, "", bia, caio)).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
    await expect(make(ana, "Só eu", ana)).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
    await expect(ana.call(chats.leave, { params: { id: first.id } })).rejects.toMatchObject({ status: 403 });
  });

  test("takes people of the company only, each once", async () => {
    const { ana, bia } = await office();
    const stranger = await someone();
    await expect(make(ana, "Vendas", bia, stranger)).rejects.toMatchObject({ status: 404, code: "ERR_NO_USER_FOUND" });
    const chat = await make(ana, "Vendas ção 🚀", bia, bia, ana);
    expect(chat.users.map(({ userId }) => userId)).toEqual([ana.userId, bia.userId]);
  });

  test("is changed and deleted by its owner; whoever leaves it is nobody there", async () => {
    const { ana, bia, caio } = await office();
    const chat = await make(ana, "Vendas", bia);
    const body = { title: "Pós-venda", users: [{ id: caio.userId }] };
    await expect(bia.call(chats.update, { params: { id: chat.id }, body })).rejects.toMatchObject({ status: 403 });
    const params = { id: chat.id };
    expect(await ana.call(chats.update, { params, body })).toMatchObject({ title: "Pós-venda" });
    expect(await mine(bia)).toEqual([]);
    expect((await mine(caio)).map(({ id }) => id)).toEqual([chat.id]);
    await ana.call(chats.leave, { params });
    expect((await mine(caio))[0]).toMatchObject({ ownerId: caio.userId });
    await caio.call(chats.remove, { params });
    expect(await mine(caio)).toEqual([]);
    await expect(read(caio, chat)).rejects.toMatchObject(gone);
  });

  test("passes to the member who came first when its owner is deleted; what they said stays without a name", async () => {
    const { ana, bia, caio } = await office();
    const chat = await make(bia, "Turno", ana, caio);
    await say(bia, chat, "até amanhã");
    await ana.call(users.remove, { params: { id: bia.userId } });
    expect((await mine(caio))[0]!.ownerId).toBe(ana.userId);
    expect((await read(caio, chat))[0]).toMatchObject({ senderId: null, senderName: null, message: "até amanhã" });
  });

  test("is found by its title and by the others' names, without regard to case and accents", async () => {
    const { ana, bia, caio } = await office();
    const [group, pair] = [await make(ana, "Promoção", bia), await make(ana, "", caio)];
    const find = async (searchParam: string) =>
      (await ana.call(chats.list, { query: { searchParam } })).records.map(({ id }) => id);
    expect(await find("PROMOCAO")).toEqual([group.id]);
    const { user } = pair.users.find(({ userId }) => userId === caio.userId)!;
    expect(await find(user.name)).toContain(pair.id);
    expect(await find("%")).toEqual([]);
  });
});

describe("what is said in a chat", () => {
  test("stands in order, a page at a time, and counts as unread until it is read", async () => {
    const { ana, bia } = await office();
    const chat = await make(ana, "Vendas", bia);
    for (let n = 1; n <= MESSAGES_PAGE + 2; n++) await say(ana, chat, `nº ${n}`);
    const newest = await read(bia, chat);
    expect(newest.map(({ position }) => position)).toEqual(Array.from({ length: MESSAGES_PAGE }, (_, at) => at + 3));
    expect((await read(bia, chat, 2)).map(({ message }) => message)).toEqual(["nº 1", "nº 2"]);
    expect(await unreadOf(ana, chat)).toBe(0);
    expect(await unreadOf(bia, chat)).toBe(MESSAGES_PAGE + 2);
    expect((await bia.call(chats.unread)).map(({ id }) => id)).toEqual([chat.id]);
    const params = { id: chat.id };
    await bia.call(chats.read, { params, body: { position: 10 } });
    await bia.call(chats.read, { params, body: { position: 4 } });
    expect(await unreadOf(bia, chat)).toBe(MESSAGES_PAGE - 8);
    await bia.call(chats.read, { params, body: { position: 9_999_999 } });
    expect(await unreadOf(bia, chat)).toBe(0);
    expect(await bia.call(chats.unread)).toEqual([]);
  });

  test("is there once for a key that comes twice, and is refused with other words or from another person", async () => {
    const { ana, bia } = await office();
    const chat = await make(ana, "", bia);
    const idempotencyKey = crypto.randomUUID();
    const send = (who: Person, message: string) =>
      who.call(chats.send, { params: { id: chat.id }, body: { message } }, { "idempotency-key": idempotencyKey });
    const first = await send(ana, "oi");
    expect(await send(ana, "oi")).toEqual(first);
    await expect(send(ana, "olá")).rejects.toMatchObject({ status: 422, code: "ERR_IDEMPOTENCY_MISMATCH" });
    await expect(send(bia, "oi")).rejects.toMatchObject({ status: 422 });
    expect(await read(bia, chat)).toHaveLength(1);
    await Promise.all([1, 2, 3, 4, 5].map((n) => say(n % 2 ? ana : bia, chat, `ao mesmo tempo ${n}`)));
    expect((await read(bia, chat)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("is refused when it is empty, and may quote a message of this chat only", async () => {
    const { ana, bia, caio } = await office();
    const [chat, other] = [await make(ana, "", bia), await make(ana, "", caio)];
    await expect(say(ana, chat, " \n ")).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
    const elsewhere = await say(ana, other, "aqui não");
    await expect(say(ana, chat, "vê", { quotedMsg: { id: elsewhere.id } })).rejects.toMatchObject({ status: 404 });
    const first = await say(bia, chat, "às 9h?");
    expect(await say(ana, chat, "sim", { quotedMsg: { id: first.id } })).toMatchObject({
      quotedMsg: { id: first.id, message: "às 9h?", senderId: bia.userId },
    });
  });

  test("names members only, and never its author", async () => {
    const { ana, bia, caio } = await office();
    const chat = await make(ana, "Vendas", bia);
    const mentions = [ana.userId, bia.userId, caio.userId];
    expect((await say(ana, chat, "@bia veja", { mentions })).mentions.map(({ id }) => id)).toEqual([bia.userId]);
  });

  test("is changed and taken back by its author, and shows in the list of chats", async () => {
    const { ana, bia } = await office();
    const chat = await make(ana, "", bia);
    const { id } = await say(ana, chat, "errado");
    const body = { message: "certo" };
    await expect(bia.call(chats.edit, { params: { id }, body })).rejects.toMatchObject({ status: 403 });
    expect(await ana.call(chats.edit, { params: { id }, body })).toMatchObject({ message: "certo", isEdited: true });
    expect((await mine(bia))[0]).toMatchObject({ lastMessage: "certo", lastKind: "chat" });
    await withTenant(
      { companyId: ana.companyId },
      (tx) => tx`update app.chat_messages set created_at = now() - interval '16 minutes' where id = ${id}`,
    );
    await expect(ana.call(chats.edit, { params: { id }, body })).rejects.toMatchObject({
      code: "ERR_EDIT_WINDOW_PASSED",
    });
    await expect(bia.call(chats.removeMessage, { params: { id } })).rejects.toMatchObject({ status: 403 });
    expect(await ana.call(chats.removeMessage, { params: { id } })).toMatchObject({ isDeleted: true, message: "" });
    expect((await mine(bia))[0]).toMatchObject({ lastMessage: "", lastKind: "deleted" });
    await expect(bia.call(chats.react, { params: { id }, body: { emoji: "👍" } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("has one reaction a person", async () => {
    const { ana, bia } = await office();
    const { id } = await say(ana, await make(ana, "", bia), "feito");
    const react = (who: Person, emoji: string | null) => who.call(chats.react, { params: { id }, body: { emoji } });
    await react(ana, "🙏");
    await react(bia, "👍");
    expect((await react(bia, "❤️")).reactions).toEqual([
      { userId: ana.userId, emoji: "🙏" },
      { userId: bia.userId, emoji: "❤️" },
    ]);
    expect((await react(bia, null)).reactions).toEqual([{ userId: ana.userId, emoji: "🙏" }]);
  });

  test("is found by its words, and what was taken back is not", async () => {
    const { ana, bia } = await office();
    const chat = await make(ana, "", bia);
    const [kept, dropped] = [await say(ana, chat, "Orçamento às 9h"), await say(ana, chat, "orçamento errado")];
    await ana.call(chats.removeMessage, { params: { id: dropped.id } });
    const find = async (searchParam: string) =>
      (await bia.call(chats.search, { params: { id: chat.id }, query: { searchParam } })).records.map(({ id }) => id);
    expect(await find("ORCAMENTO")).toEqual([kept.id]);
    expect(await find(" ")).toEqual([]);
  });
});

describe("people who are no members of a chat", () => {
  test("get nothing of it by any call, not even its existence", async () => {
    const { ana, bia, caio } = await office();
    const chat = await make(ana, "Vendas", bia);
    const message = await say(ana, chat, "segredo");
    const params = { id: chat.id };
    const title = { title: "Meu", users: [caio.userId] };
    for (
      const call of [
        () => caio.call(chats.show, { params: { uuid: chat.uuid } }),
        () => caio.call(chats.messages, { params }),
        () => caio.call(chats.search, { params, query: { searchParam: "segredo" } }),
        () => caio.call(chats.send, { params, body: { message: "oi" } }),
        () => caio.call(chats.read, { params, body: {} }),
        () => caio.call(chats.mute, { params, body: { muted: true } }),
        () => caio.call(chats.typing, { params, body: { on: true } }),
        () => caio.call(chats.leave, { params }),
        () => caio.call(chats.remove, { params }),
        () => caio.call(chats.update, { params, body: title }),
      ]
    ) await expect(call()).rejects.toMatchObject(gone);
    const one = { id: message.id };
    for (
      const call of [
        () => caio.call(chats.edit, { params: one, body: { message: "x" } }),
        () => caio.call(chats.removeMessage, { params: one }),
        () => caio.call(chats.react, { params: one, body: { emoji: "👍" } }),
      ]
    ) await expect(call()).rejects.toMatchObject({ status: 404, code: "ERR_NO_MESSAGE_FOUND" });
  });

  test("hear nothing of it; whoever is taken out of it hears only that it is gone", async () => {
    const { ana, bia, caio } = await office();
    const chat = await make(ana, "Vendas", bia, caio);
    await ana.call(chats.update, { params: { id: chat.id }, body: { title: "Vendas", users: [bia.userId] } });
    await say(ana, chat, "agora sem ele");
    const heard = (await events(ana)).filter(({ audience }) => audience.includes(`user:${caio.userId}`));
    expect(heard.map(({ payload }) => payload.action)).toEqual(["create", "delete"]);
    expect((await events(ana)).every(({ audience }) => audience.every((key) => key.startsWith("user:")))).toBe(true);
  });

  test.each<[string, (who: Person, id: number) => Promise<unknown>]>([
    ["changed", (who, id) => who.call(chats.edit, { params: { id }, body: { message: "segredo" } })],
    ["taken back", (who, id) => who.call(chats.removeMessage, { params: { id } })],
    ["reacted to", (who, id) => who.call(chats.react, { params: { id }, body: { emoji: "👍" } })],
  ])("do not hear what is %s while they are taken out of it", async (_, change) => {
    const { ana, bia, caio } = await office();
    const chat = await make(ana, "Vendas", bia, caio);
    const { id } = await say(ana, chat, "oi");
    let changing: Promise<unknown> = Promise.resolve();
    await withTenant({ companyId: ana.companyId }, async (tx) => {
      await queries.lock(tx, ana.userId, chat.id);
      await queries.part(tx, chat.id, [caio.userId]);
      changing = change(ana, id);
      await Promise.race([changing, new Promise((resolve) => setTimeout(resolve, 500))]);
    });
    await changing;
    const { audience } = (await events(ana)).findLast(({ name }) => name.endsWith(`-chat-${chat.id}`))!;
    expect([...audience].sort()).toEqual([`user:${ana.userId}`, `user:${bia.userId}`].sort());
  });

  test("do not get its files, and neither does a member who left", async () => {
    const { ana, bia, caio } = await office();
    const chat = await make(ana, "Vendas", bia);
    const { messages: [sent] } = await bia.call(chats.send, {
      params: { id: chat.id },
      body: { message: "veja" },
      files: [new File(["plano secreto"], "plano.txt", { type: "text/plain" })],
    });
    expect(sent).toMatchObject({ mediaType: "application", fileName: "plano.txt", message: "veja" });
    const status = async (who: Person) => (await who.fetch(sent!.mediaUrl!)).status;
    expect([await status(ana), await status(bia), await status(caio)]).toEqual([200, 200, 404]);
    await bia.call(chats.leave, { params: { id: chat.id } });
    expect(await status(bia)).toBe(404);
    await ana.call(chats.remove, { params: { id: chat.id } });
    expect(await status(ana)).toBe(404);
  });
});

test("a company whose plan has no chats has none", async () => {
  const person = await someone({ plan: { flags: { useInternalChat: false } } });
  await expect(person.call(chats.list)).rejects.toMatchObject({ status: 403 });
});
