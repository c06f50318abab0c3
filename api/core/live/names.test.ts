// Events whose names have more numbers than the company's, declared here: who hears them, masked or whole, after a break too.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ContactNumber } from "../../contract/endpoint.ts";
import { changes, eventName, isEvent, signal } from "../../contract/event.ts";
import { type Person, someone } from "../testing/api.ts";
import { has, readFrames } from "../testing/stream.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { emit, everybody, only } from "./emit.ts";

const Chat = z.object({ id: z.number(), title: z.string(), number: ContactNumber });
const chatChanged = changes("company-{id}-chat-{chatId}", "chat", "chatId", Chat);
const chatsOf = signal("company-{id}-chat-user-{userId}", z.object({ action: z.literal("new"), chat: Chat }));
const paid = signal("company-{id}-payment", z.object({ invoiceId: z.number() }), { expired: true });
const EPOCH = "0000beef";

const inside = (person: Person, work: (tx: Tx) => void) =>
  withTenant({ companyId: person.companyId }, (tx) => {
    work(tx);
    return Promise.resolve();
  });
const head = async (person: Person) => {
  const [row] = await withTenant({ companyId: person.companyId }, (tx) => tx`select seq from app.event_heads`);
  return Number(row?.seq ?? 0);
};
const chat = (id: number) => ({ id, title: `Sala ${id} – ação 👋`, number: "5511955550101" });
const members = (...people: Person[]) => ({ to: people.map(({ userId }) => `user:${userId}`) });
const own = (frames: { name: string }[]) => frames.filter(({ name }) => name.startsWith("company-"));

describe("names", () => {
  test("have every number they need, or are no names", () => {
    expect(eventName(chatsOf, 3, { userId: 12 })).toBe("company-3-chat-user-12");
    expect(eventName(chatChanged, 3, { chatId: 7 })).toBe("company-3-chat-7");
    expect(() => eventName(chatChanged, 3)).toThrow("chatId");
    expect(() => eventName(chatChanged, 3, { chatId: NaN })).toThrow("chatId");
  });

  test("are told apart by their words and by the company, not by what they are about", () => {
    const names = [
      "company-3-chat-7",
      "company-3-chat-user-7",
      "company-33-chat-7",
      "company-3-chat-x",
      "company-3-chat-",
    ];
    expect(names.map((name) => isEvent(chatChanged, 3, name))).toEqual([true, false, false, false, false]);
    expect(names.map((name) => isEvent(chatsOf, 3, name))).toEqual([false, true, false, false, false]);
    expect(isEvent(paid, 3, "company-3-payment") && !isEvent(paid, 3, "company-31-payment")).toBe(true);
  });
});

describe("events of a chat and of a person", () => {
  test("reach its members under their names, and nobody else", async () => {
    const ana = await someone();
    const [bia, caio] = [await someone({ colleagueOf: ana }), await someone({ colleagueOf: ana })];
    const from = await head(ana);
    await inside(ana, (tx) => {
      emit(tx, chatChanged, members(ana, bia), { action: "create", chat: chat(7) }, { chatId: 7 });
      emit(tx, chatsOf, only(bia.userId), { action: "new", chat: chat(7) }, { userId: bia.userId });
      emit(tx, chatChanged, members(ana, caio), { action: "delete", chatId: 8 }, { chatId: 8 });
      emit(tx, paid, everybody, { invoiceId: 1 });
    });
    const heard = async (person: Person) => {
      const { frames } = await readFrames(
        person,
        { cursor: `${EPOCH}.${from}` },
        has(`company-${ana.companyId}-payment`),
      );
      return own(frames).map(({ name }) => name.replace(`company-${ana.companyId}-`, ""));
    };
    expect(await heard(ana)).toEqual(["chat-7", "chat-8", "payment"]);
    expect(await heard(bia)).toEqual(["chat-7", `chat-user-${bia.userId}`, "payment"]);
    expect(await heard(caio)).toEqual(["chat-8", "payment"]);
  });

  test("come once each, in order, however often the stream breaks between them", async () => {
    const ana = await someone();
    const name = `company-${ana.companyId}-chat-7`;
    const write = (title: number) =>
      inside(
        ana,
        (tx) =>
          emit(tx, chatChanged, members(ana), { action: "update", chat: { ...chat(7), title: `${title}` } }, {
            chatId: 7,
          }),
      );
    await write(0);
    let cursor = `${EPOCH}.${await head(ana)}`;
    const heard: string[] = [];
    for (let round = 0; round < 5; round++) {
      const missed = 1 + round % 3;
      for (let n = 0; n < missed; n++) await write(heard.length + n + 1);
      const live = write(heard.length + missed + 1);
      const { frames } = await readFrames(ana, { cursor }, has(name, missed + 1));
      await live;
      heard.push(...frames.filter((frame) => frame.name === name).map(({ data }) => data.chat.title));
      cursor = frames.at(-1)!.id!;
    }
    expect(heard).toEqual(heard.map((_, n) => `${n + 1}`));
    expect(heard.length).toBe(14);
  });

  test("show no contact's number to whom the company hides them", async () => {
    const ana = await someone({ settings: { enableLGPD: "enabled", lgpdHideNumber: "enabled" } });
    const bia = await someone({ colleagueOf: ana });
    const from = await head(ana);
    await inside(ana, (tx) => {
      emit(tx, chatChanged, members(ana, bia), { action: "create", chat: chat(7) }, { chatId: 7 });
      emit(tx, chatsOf, members(ana, bia), { action: "new", chat: chat(7) }, { userId: bia.userId });
    });
    const last = has(`company-${ana.companyId}-chat-user-${bia.userId}`);
    const numbers = async (person: Person) =>
      own((await readFrames(person, { cursor: `${EPOCH}.${from}` }, last)).frames).map((frame) =>
        (frame as { data?: { chat: { number: string } } }).data!.chat.number
      );
    expect(await numbers(ana)).toEqual(["5511955550101", "5511955550101"]);
    expect(await numbers(bia)).toEqual(["5511*******01", "5511*******01"]);
  });
});
