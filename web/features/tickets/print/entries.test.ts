import { expect, test } from "vitest";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { entryOf, protocolOf } from "./entries.ts";

const words = { you: "Você", deleted: "Mensagem apagada", edited: "editada", kind: (kind: string) => `<${kind}>` };
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
  expect(entry({ fromMe: true })).toMatchObject({ author: "Você" });
  expect(entry({ fromMe: true, isPrivate: true, isEdited: true })).toMatchObject({ side: "note", lines: ["editada"] });
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
