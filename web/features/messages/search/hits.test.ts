import { describe, expect, it } from "vitest";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { joinHits, localHits } from "./hits.ts";

const message = (id: number, body: string, more: Partial<Message> = {}) =>
  ({ id, body, createdAt: `2026-01-0${id}T00:00:00.000Z`, isDeleted: false, ...more }) as Message;
const list = [
  message(1, "AÇÚCAR"),
  message(2, "sal"),
  message(3, "açúcar e sal"),
  message(4, "acucar", { isDeleted: true }),
];

describe("the search of a conversation", () => {
  it("finds on the device without regard to case and accents, nothing that was deleted", () => {
    expect(localHits(list, " acucar ").map(({ id }) => id)).toEqual([1, 3]);
    expect(localHits(list, "  ")).toEqual([]);
  });
  it("joins what the server knows besides, each once, newest first", () => {
    const server = [{ id: 9, createdAt: "2025-12-01T00:00:00.000Z" }, { id: 3, createdAt: list[2]!.createdAt }];
    expect(joinHits(localHits(list, "açúcar"), server).map(({ id }) => id)).toEqual([3, 1, 9]);
  });
});
