import { describe, expect, test } from "vitest";
import {
  type About,
  clearPayload,
  cut,
  MAX_PUSH_BYTES,
  type PushLine,
  type Reader,
  ringPayload,
  titleOf,
} from "./payload.ts";
import { languages, wordsOf } from "./words.ts";

const bytes = (value: string) => new TextEncoder().encode(value).length;
const line = (body: string, kind = "chat", data: PushLine["data"] = null): PushLine => ({ kind, body, data });
const UUID = "01890a5d-ac96-774b-bcce-b302099a8057";
const about = (change: Partial<About> = {}): About => ({
  why: "message",
  ticket: { id: 5, uuid: UUID, status: "pending", queueId: 2 },
  contact: { name: "Ana", number: "5511955550101", isGroup: false },
  lines: [line("um"), line("dois"), line("três")],
  author: "",
  messageId: 9,
  at: new Date("2026-01-15T12:00:00Z"),
  ...change,
});
const reader: Reader = { language: "pt", hideText: false, hideNumbers: false, badge: 4 };

test("has exactly the agreed shape", () => {
  expect(JSON.parse(ringPayload(about(), reader))).toEqual({
    web_push: 8030,
    notification: {
      title: "Ana",
      body: "um\ndois\ntrês",
      tag: UUID,
      navigate: `/tickets/${UUID}`,
      lang: "pt-BR",
      app_badge: 4,
    },
    data: {
      kind: "ticket",
      uuid: UUID,
      ticketId: 5,
      status: "pending",
      queued: true,
      messageId: 9,
      at: "2026-01-15T12:00:00.000Z",
    },
  });
  expect(JSON.parse(clearPayload({ id: 5, uuid: UUID, status: "open" }, 3, new Date(0)))).toEqual({
    app_badge: 3,
    data: { kind: "clear", uuid: UUID, ticketId: 5, status: "open", messageId: null, at: "1970-01-01T00:00:00.000Z" },
  });
});

const bodyOf = (change: Partial<About>, as: Partial<Reader> = {}) =>
  (JSON.parse(ringPayload(about(change), { ...reader, ...as })) as { notification: { title: string; body: string } })
    .notification;

describe("the words", () => {
  test.each<[string, PushLine, string]>([
    ["a photo", line("", "image"), "Foto"],
    ["with a caption", line("olha\n isso", "image"), "Foto: olha isso"],
    ["a sticker", line("", "image", { sticker: true }), "Figurinha"],
    ["a voice message", line("", "audio", { voice: true }), "Mensagem de voz"],
    ["a sound", line("", "audio"), "Áudio"],
    ["a document", line("", "application"), "Documento"],
    ["a place", line("Rua 1", "locationMessage"), "Localização: Rua 1"],
    ["what is not known", line("", "something"), "Mensagem não suportada"],
  ])("%s", (_, said, expected) => expect(bodyOf({ lines: [said] }).body).toBe(expected));
  test("are there in four languages", () => {
    for (const language of languages) {
      const all = JSON.stringify(wordsOf(language));
      expect(all).not.toContain('""');
      expect(Object.keys(wordsOf(language).kinds)).toEqual(Object.keys(wordsOf("pt").kinds));
      expect(wordsOf(language).mentioned).toMatch(/\{name\}.*\{text\}/);
    }
    expect(bodyOf({ why: "transfer", lines: [] }, { language: "tr" }).body).toBe("Size aktarıldı");
  });
  test("name the author of a note; braces and dollars are only text", () => {
    expect(bodyOf({ why: "mention", author: "Bia $&", lines: [line("veja {name} $1")] }).body).toBe(
      "Bia $& mencionou você: veja {name} $1",
    );
  });
  test("say only that there is a message when text is hidden", () => {
    for (const why of ["message", "waits", "transfer", "mention"] as const) {
      const hidden = ringPayload(about({ why, author: "Bia" }), { ...reader, hideText: true });
      expect(hidden).not.toMatch(/Ana|Bia|dois/);
      expect(JSON.parse(hidden).notification).toMatchObject({ title: "Nova mensagem", body: "" });
    }
  });
});

describe("a masked number", () => {
  const contact = (name: string) => ({ name, number: "5511955550101", isGroup: false });
  test.each([
    ["5511955550101", "5511*******01"],
    ["+55 (11) 95555-0101", "5511*******01"],
    ["11 95555-0101", "5511*******01"],
    ["Ana", "Ana"],
    ["Loja 24", "Loja 24"],
  ])("%s becomes %s", (name, expected) => expect(titleOf(contact(name), true)).toBe(expected));
  test("does not appear for people who may see numbers, nor for groups", () => {
    expect(titleOf(contact("5511955550101"), false)).toBe("5511955550101");
    expect(titleOf({ name: "120363000000000101", number: "120363000000000101", isGroup: true }, true)).toBe(
      "120363000000000101",
    );
  });
});

describe("the ceiling", () => {
  const family = "👨‍👩‍👧‍👦";
  test.each([
    ["4,096 characters of emoji", "😀".repeat(2048)],
    ["families", family.repeat(372)],
    ["quotes, which JSON doubles", '"'.repeat(4096)],
    ["control characters, six bytes each", "\u0001".repeat(4096)],
  ])("%s", (_, text) => {
    const payload = ringPayload(
      about({ contact: { name: text, number: "", isGroup: false }, lines: [line(text), line(text), line(text)] }),
      reader,
    );
    expect(bytes(payload)).toBeLessThanOrEqual(MAX_PUSH_BYTES);
    expect(payload.isWellFormed()).toBe(true);
    expect(JSON.parse(payload).notification.body.length).toBeGreaterThan(20);
  });
  test("never cuts a character that a person sees as one", () => {
    expect(cut(family.repeat(3), 60)).toBe(`${family.repeat(2)}…`);
    expect(cut("abc", 3)).toBe("abc");
  });
});
