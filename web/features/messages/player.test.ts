import { expect, test } from "vitest";
import { nextOf, type Note } from "./player.ts";

const note = (id: number, ticketId: number, minute: number): Note => ({
  id,
  ticketId,
  createdAt: `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`,
  name: "Ana",
  url: `blob:${id}`,
});

test("the next voice note of the same conversation follows, in its order", () => {
  const notes = [note(4, 1, 9), note(2, 1, 3), note(3, 1, 3), note(9, 2, 4), note(1, 1, 1)];
  expect(nextOf(note(1, 1, 1), notes)?.id).toBe(2);
  expect(nextOf(note(2, 1, 3), notes)?.id).toBe(3);
  expect(nextOf(note(3, 1, 3), notes)?.id).toBe(4);
  expect(nextOf(note(4, 1, 9), notes)).toBeUndefined();
});
