import { expect, test } from "vitest";
import type { Message } from "../../../api/features/messages/contract.ts";
import type { OutboxRow } from "../../core/outbox.ts";
import { changesOf, withPending } from "./pending.ts";

const message = (id: number, body = "antes") =>
  ({ id, body, isDeleted: false, isEdited: false, reactions: [{ emoji: "❤️", fromMe: false }] }) as unknown as Message;
const row = (id: string, kind: string, messageId: number, body: object = {}, state = "waiting") =>
  ({ id, kind, about: { messageId }, call: { body }, state }) as unknown as OutboxRow;

test("an edit, a deletion and a reaction show as they will be; refused ones do not", () => {
  const list = [message(1), message(2), message(3), message(4)];
  const rows = [
    row("a", "edit", 1, { body: "depois" }),
    row("b", "delete", 2),
    row("c", "react", 3, { emoji: "👍" }),
    row("d", "edit", 4, { body: "não" }, "refused"),
  ];
  const [edited, deleted, reacted, refused] = withPending(list, rows);
  expect(edited).toMatchObject({ body: "depois", isEdited: true });
  expect(deleted).toMatchObject({ body: "antes", isDeleted: true });
  expect(reacted!.reactions).toEqual([{ emoji: "❤️", fromMe: false }, { emoji: "👍", fromMe: true }]);
  expect(refused).toBe(list[3]);
  expect(withPending(list, [rows[3]!])).toBe(list);
});

test("the last of several changes counts, and a reaction that was taken back is gone", () => {
  const rows = [row("a", "react", 1, { emoji: "👍" }), row("b", "react", 1, { emoji: null })];
  expect(withPending([message(1)], rows)[0]!.reactions).toEqual([{ emoji: "❤️", fromMe: false }]);
  expect(changesOf(rows).get(1)?.id).toBe("b");
});

test("a refusal stays in sight until somebody decides", () => {
  const rows = [row("a", "edit", 1, {}, "refused"), row("b", "react", 1)];
  expect(changesOf(rows).get(1)?.id).toBe("a");
});
