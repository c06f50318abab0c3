import { describe, expect, it } from "vitest";
import type { Gap } from "../../../../api/features/connections/contract.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import type { OutboxRow } from "../../../core/outbox.ts";
import { arrived, firstUnread, grouped, type Row, rowsOf } from "./rows.ts";

const noon = new Date(2026, 10, 20, 12).getTime();
let id = 0;
function message(minutesAgo: number, change: Partial<Message> = {}): Message {
  id++;
  return {
    id,
    key: null,
    ticketId: 7,
    fromMe: false,
    isPrivate: false,
    userId: null,
    read: true,
    createdAt: new Date(noon - minutesAgo * 60_000).toISOString(),
    ...change,
  } as Message;
}
const waiting = (
  rowId: string,
): OutboxRow => ({
  id: rowId,
  kind: "message",
  call: { body: { body: "oi" } },
  about: {},
  createdAt: noon,
} as unknown as OutboxRow);
const rows = (messages: Message[], more: { outgoing?: OutboxRow[]; unreadFrom?: number; gaps?: Gap[] } = {}): Row[] =>
  rowsOf({
    messages,
    outgoing: more.outgoing ?? [],
    gaps: more.gaps ?? [],
    ticketId: 7,
    unreadFrom: more.unreadFrom ?? null,
    me: 1,
    now: noon,
  });
const shape = (list: Row[]) => list.map((row) => row.kind + ("first" in row && row.first ? "!" : "")).join(" ");

describe("rowsOf", () => {
  it("groups one author's messages within two minutes, with the tail on the first", () => {
    const list = rows([message(10), message(9), message(5), message(4.5, { fromMe: true, userId: 1 })]);
    expect(shape(list)).toBe("day message! message message! message!");
  });
  it("keeps notes apart from answers of the same person", () => {
    const me = { fromMe: true, userId: 1 };
    expect(shape(rows([message(3, me), message(2.9, { ...me, isPrivate: true }), message(2.8, me)]))).toBe(
      "day message! message! message!",
    );
  });
  it("names days and other tickets of the same contact", () => {
    const list = rows([message(3000, { ticketId: 5 }), message(2999, { ticketId: 5 }), message(5)]);
    expect(shape(list)).toBe("day ticket message! message day ticket message!");
    expect(list.filter((row) => row.kind === "ticket").map((row) => row.ticketId)).toEqual([5, 7]);
  });
  describe("when the connection was away", () => {
    const at = (minutesAgo: number) => new Date(noon - minutesAgo * 60_000).toISOString();
    let gapId = 0;
    const gap = (from: number, to: number, state: "unknown" | "repaired" = "unknown") => ({
      id: ++gapId,
      whatsappId: 1,
      from: at(from),
      to: at(to),
      state,
    });
    const late = (written: number, came: number) => message(written, { receivedAt: at(came) });

    it("says at that place in time that something may be missing, also after the last message", () => {
      expect(shape(rows([message(60), message(10)], { gaps: [gap(40, 30)] }))).toBe("day message! gap message!");
      expect(shape(rows([message(60)], { gaps: [gap(40, 30)] }))).toBe("day message! gap");
    });
    it("says nothing of what was before the conversation, or before what is loaded", () => {
      expect(shape(rows([message(20)], { gaps: [gap(40, 30)] }))).toBe("day message!");
      expect(shape(rows([], { gaps: [gap(40, 30)] }))).toBe("");
    });
    it("tells outages with nothing said in between as one line", () => {
      const list = rows([message(60), message(5)], { gaps: [gap(50, 45), gap(40, 35), gap(4, 2)] });
      expect(shape(list)).toBe("day message! gap message! gap");
      expect(list.filter((row) => row.kind === "gap").map((row) => [row.from, row.to, row.times])).toEqual([
        [at(50), at(35), 2],
        [at(4), at(2), 1],
      ]);
    });
    it("says of a repaired one how many messages of this conversation came afterwards, if any", () => {
      const repaired = gap(40, 30, "repaired");
      expect(shape(rows([message(60), message(10)], { gaps: [repaired] }))).toBe("day message! message!");
      const list = rows([message(60), late(38, 30), late(35, 30), message(10)], { gaps: [repaired] });
      expect(shape(list)).toBe("day message! gap message! message! message!");
      expect(list.find((row) => row.kind === "gap")).toMatchObject({ recovered: 2 });
    });
    it("puts it under its own day", () => {
      expect(shape(rows([message(3000)], { gaps: [gap(40, 30)] }))).toBe("day message! day gap");
    });
  });
  it("draws the unread line above the first unread message", () => {
    const [a, b] = [message(3), message(2.5, { read: false })];
    expect(shape(rows([a, b], { unreadFrom: b.id }))).toBe("day message! unread message!");
  });
  it("shows an outgoing message until its copy has arrived, under the same key", () => {
    const before = rows([message(5)], { outgoing: [waiting("k1")] });
    const after = rows([message(5), message(0, { key: "k1", fromMe: true, userId: 1 })], { outgoing: [waiting("k1")] });
    expect(shape(before)).toBe("day message! outgoing!");
    expect(shape(after)).toBe("day message! message!");
    expect(after.at(-1)?.key).toBe(before.at(-1)?.key);
  });
  it("gives every row a key of its own", () => {
    const list = rows(Array.from({ length: 50 }, (_, i) => message(5000 - i * 90, { ticketId: i < 20 ? 5 : 7 })));
    expect(new Set(list.map((row) => row.key)).size).toBe(list.length);
  });
});

describe("the small rules", () => {
  it("a group ends after two minutes", () => {
    const at = (time: number) => ({ at: time, author: "them" });
    expect([grouped(null, at(0)), grouped(at(0), at(119_999)), grouped(at(0), at(120_000))]).toEqual([
      false,
      true,
      false,
    ]);
  });
  it("files of one row arrive under numbered keys", () => {
    expect(arrived({ id: "a" }, [{ key: "a:1" }])).toBe(true);
    expect(arrived({ id: "a" }, [{ key: "ab" }, { key: null }])).toBe(false);
  });
  it("the first unread message is the oldest of the unread ones", () => {
    const list = [message(9), message(8, { read: false }), message(7, { fromMe: true }), message(6, { read: false })];
    expect(firstUnread(list, 2)).toBe(list[1]?.id);
    expect(firstUnread(list, 0)).toBeNull();
    expect(firstUnread([message(1)], 3)).toBeNull();
  });
});
