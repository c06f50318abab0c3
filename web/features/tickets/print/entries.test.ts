import { expect, test } from "vitest";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { entryOf, protocolOf } from "./entries.ts";

const words = {
  automatic: "Automática",
  phone: "pelo celular",
  note: "Nota privada",
  deleted: "Mensagem apagada",
  edited: "editada",
  kind: (kind: string) => `<${kind}>`,
  call: (key: string) => `<call ${key}>`,
  poll: "Enquete",
  failed: (code: string | null) => `Não foi entregue: ${code}`,
  uncertain: "Não se sabe se chegou",
};
const message = (part: Partial<Message>) =>
  ({
    id: 1,
    createdAt: "2026-11-20T12:41:00.000Z",
    mediaType: "chat",
    body: "Oi",
    fromMe: false,
    userName: null,
    participant: null,
    data: null,
    mediaUrl: null,
    ack: 1,
    status: "sent",
    error: null,
    key: null,
    fileName: null,
    isDeleted: false,
    isEdited: false,
    isPrivate: false,
    ...part,
  }) as Message;
const entry = (part: Partial<Message>) => entryOf(message(part), "Ana", words);

test("a text is its words, under who said them", () => {
  expect(entry({})).toMatchObject({ author: "Ana", side: "in", text: "Oi", lines: [], day: "20/11/2026" });
  expect(entry({ fromMe: true, userName: "Bia" })).toMatchObject({ author: "Bia", side: "out" });
});

test("the bot and the phone are named for what they are, nobody else's words are the reader's", () => {
  expect(entry({ fromMe: true, data: { auto: "greeting" } })).toMatchObject({ author: "Automática", side: "out" });
  expect(entry({ fromMe: true })).toMatchObject({ author: "pelo celular" });
  const member = { name: "", number: "5511987654321" } as Message["participant"];
  expect(entry({ participant: member }).author).toBe("+55 (11) 98765-4321");
});

test("a private note is named as one", () => {
  const note = entry({ fromMe: true, userName: "Bia", isPrivate: true, isEdited: true, status: "failed" });
  expect(note).toMatchObject({ author: "Nota privada · Bia", side: "note", lines: ["editada"] });
});

test("marks that format are not printed, and neither is one's name above one's words", () => {
  const menu = "Olá!\n\n*1* - Vendas\n*2* - _Entregas_";
  expect(entry({ fromMe: true, data: { auto: "menu" }, body: menu }).text).toBe("Olá!\n\n1 - Vendas\n2 - Entregas");
  expect(entry({ fromMe: true, userName: "Bia", body: "*Bia*:\n2 * 3 = 6" }).text).toBe("2 * 3 = 6");
});

test("what did not arrive is printed as such, unless it was read after all", () => {
  const failed = { fromMe: true, userName: "Bia", status: "failed", error: "ERR_X", ack: 0 };
  expect(entry(failed).lines).toEqual(["Não foi entregue: ERR_X"]);
  expect(entry({ ...failed, status: "uncertain" }).lines).toEqual(["Não se sabe se chegou"]);
  expect(entry({ ...failed, ack: 3 }).lines).toEqual([]);
});

test("a poll is printed with its choices, a call with how it ended", () => {
  const data = { poll: { question: "Visita à praça", options: ["Terça", "Sábado"] } };
  expect(entry({ data, body: "Vocês preferem quando?" })).toMatchObject({
    text: "",
    lines: ["Enquete", "Visita à praça", "○ Terça", "○ Sábado"],
  });
  const call = { mediaType: "call_log", body: "" };
  expect(entry({ ...call, data: { missed: true } }).lines).toEqual(["<call missed>"]);
  expect(entry({ ...call, data: { missed: false, video: true } }).lines).toEqual(["<call doneVideo>"]);
  expect(entry({ ...call, data: { refused: true } }).lines).toEqual(["<call refused>"]);
});

test("a file is named, a picture is shown, one that may be seen once is not", () => {
  const picture = { mediaType: "image", mediaUrl: "/media/1", fileName: "nota.png", body: "Veja" };
  expect(entry(picture)).toMatchObject({ lines: ["<image>: nota.png"], picture: "/media/1", text: "Veja" });
  expect(entry({ ...picture, data: { viewOnce: true } }).picture).toBeNull();
  expect(entry({ ...picture, mediaType: "application" }).picture).toBeNull();
});

test("of what was deleted only the mark is printed", () => {
  const gone = entry({ isDeleted: true, mediaType: "image", mediaUrl: "/media/1", body: "segredo" });
  expect(gone).toMatchObject({ text: "", picture: null, lines: ["<image>", "Mensagem apagada"] });
});

test("places and cards are printed in words", () => {
  const place = { latitude: -23.5, longitude: -46.6, name: "Loja" };
  expect(entry({ mediaType: "locationMessage", data: place, body: "" }).lines).toEqual([
    "<locationMessage>",
    "Loja",
    "-23.5, -46.6",
  ]);
  const cards = { contacts: [{ name: "Rui", phones: ["5511987654321"] }] };
  expect(entry({ mediaType: "contactMessage", data: cards, body: "Rui" })).toMatchObject({
    text: "",
    lines: ["<contactMessage>", "Rui · +55 (11) 98765-4321"],
  });
});

test("the protocol is the ticket's day and its number", () => {
  expect(protocolOf({ id: 1042, createdAt: "2026-11-20T12:00:00.000Z" })).toBe("202611201042");
});
