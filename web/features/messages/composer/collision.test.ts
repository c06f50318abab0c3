import { expect, test } from "vitest";
import { answeredSince } from "./use-collision.ts";

const said = (id: number, part: object = {}) => ({
  id,
  fromMe: true,
  isPrivate: false,
  isDeleted: false,
  userId: 2 as number | null,
  userName: "Bia",
  body: `n ${id}`,
  ...part,
});

test("a colleague's answer since one began is named, the newest of them", () => {
  expect(answeredSince([said(1), said(3), said(2)], 1, 7)?.id).toBe(3);
});

test("earlier messages, one's own, notes, the bot's and the customer's ask nothing", () => {
  const quiet = [
    said(1),
    said(2, { userId: 7 }),
    said(3, { isPrivate: true }),
    said(4, { userId: null }),
    said(5, { fromMe: false }),
    said(6, { isDeleted: true }),
  ];
  expect(answeredSince(quiet, 1, 7)).toBeUndefined();
});
