import { expect, test } from "vitest";
import type { Connection } from "../../../api/features/connections/contract.ts";
import type { QueueFull } from "../../../api/features/queues/contract.ts";
import { bodyOf, needsGreeting, silentLines, valuesOf } from "./queue-form.ts";

const line = (id: number, queueIds: number[], greetingMessage = "") =>
  ({ id, greetingMessage, queues: queueIds.map((id) => ({ id, name: "", color: "" })) }) as unknown as Connection;
const queue = (other: Partial<QueueFull> = {}) =>
  ({
    greetingMessage: "Olá",
    userIds: [1],
    whatsappIds: [7],
    schedules: [],
    chatbots: [],
    ...other,
  }) as unknown as QueueFull;

test("a new queue begins with who makes it, and with the connection where there is only one", () => {
  const begin = (lines: Connection[]) => valuesOf(undefined, { me: 5, lines, taken: [] });
  expect(begin([line(7, [])])).toMatchObject({ userIds: [5], whatsapps: [{ id: 7 }] });
  expect(begin([line(7, []), line(8, [])])).toMatchObject({ userIds: [5], whatsapps: [] });
});

test("people and connections that were not touched are not sent again, but for a new queue", () => {
  const body = { name: "Vendas", userIds: [1], whatsapps: [{ id: 7 }] } as never;
  expect(bodyOf(body, true, {})).toEqual({ name: "Vendas" });
  expect(bodyOf(body, true, { userIds: [true] })).toEqual({ name: "Vendas", userIds: [1] });
  expect(bodyOf(body, false, {})).toEqual(body);
});

test("a connection has to ask when it offers a second queue without a greeting, and not when it was so before", () => {
  const lines = [line(1, []), line(2, [9]), line(3, [9], "Olá"), line(4, [9, 5]), line(6, [9])];
  const chosen = [1, 2, 3, 4].map((id) => ({ id }));
  expect(silentLines(lines, chosen, 5).map(({ id }) => id)).toEqual([2]);
});

test.each([
  ["the first one needs no greeting", undefined, 0, 0, false],
  ["the first one with a menu needs one", undefined, 0, 1, true],
  ["a further one needs one", undefined, 1, 0, true],
  ["one among several keeps its greeting", queue(), 2, 0, true],
  ["one that never greeted stays so", queue({ greetingMessage: " " }), 2, 0, false],
  ["the only one may lose its greeting", queue(), 1, 0, false],
])("of the queues %s", (_, known, queues, options, needed) => {
  expect(needsGreeting(known, queues, options)).toBe(needed);
});
