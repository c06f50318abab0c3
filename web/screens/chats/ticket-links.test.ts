import { expect, test } from "vitest";
import { ticketsIn } from "./ticket-links.ts";

const ORIGIN = "https://recado.example";
const [a, b] = ["0f0e0d0c-1111-4222-8333-0123456789ab", "0f0e0d0c-1111-4222-8333-0123456789ac"];

test.each<[string, string[]]>([
  [`vê isso: ${ORIGIN}/tickets/${a}`, [a]],
  [`(${ORIGIN}/tickets/${a}/?ticket=1#fim), ${ORIGIN}/tickets/${a.toUpperCase()} e ${ORIGIN}/tickets/${b}.`, [a, b]],
  [`*${ORIGIN}/tickets/${b}*`, [b]],
  [`https://outro.example/tickets/${a}`, []],
  [`${ORIGIN}/tickets/42`, []],
  [`${ORIGIN}/tickets/${a}/x`, []],
  ["/tickets/", []],
])("the tickets in %j are %j", (text, uuids) => expect(ticketsIn(text, ORIGIN)).toEqual(uuids));

test("a text full of addresses shows three", () => {
  const many = Array.from({ length: 9 }, (_, n) => `${ORIGIN}/tickets/${a.slice(0, -1)}${n}`).join(" ");
  expect(ticketsIn(many, ORIGIN)).toHaveLength(3);
});
