import { expect, test } from "vitest";
import { digitsOf, excerpt, findsPerson, foldText, scan, ticketNumber } from "./search-text.ts";

test("a search ignores case and accents, also in Turkish", () => {
  const same = [
    ["JOSÉ", "jose"],
    ["Ação", "ACAO"],
    ["IŞIK", "ışık"],
    ["İstanbul", "istanbul"],
    ["ILGIN", "ılgın"],
    [
      "Ígor",
      "IGOR",
    ],
    ["Straße", "STRASSE"],
    ["Łódź", "lodz"],
    ["Søren", "soren"],
  ] as const;
  for (const [a, b] of same) expect(foldText(a)).toBe(foldText(b));
  expect(foldText("pêssego")).not.toBe(foldText("pessoa"));
});

test("a search finds people by name and by a number as written on paper", () => {
  expect(findsPerson("erica", "Érica Nogueira", "5511999990000")).toBe(true);
  expect(findsPerson("(11) 99999", "Érica", "5511999990000")).toBe(true);
  expect(findsPerson("11 8888", "Érica", "5511999990000")).toBe(false);
  expect(findsPerson("-", "Érica", "5511999990000")).toBe(false);
  expect([digitsOf("ana 12"), digitsOf("+55 (11)")]).toEqual(["", "5511"]);
});

test("a number names a ticket", () => {
  expect([ticketNumber("#42"), ticketNumber("42"), ticketNumber("4x")]).toEqual([42, 42, null]);
});

test("an excerpt shows the words around a find", () => {
  const text = `${"antes ".repeat(20)}o PÊSSEGO caiu${" depois".repeat(40)}`;
  const found = excerpt(text, "pessego")!;
  expect(found).toContain("PÊSSEGO");
  expect(found.startsWith("…")).toBe(true);
  expect(found.length).toBeLessThan(120);
  expect(excerpt("nada", "pessego")).toBeNull();
});

test("a scan gives the thread back, and stops when its caller cancels", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const busy = () => {
    for (const until = performance.now() + 0.2; performance.now() < until;);
  };
  const found = await scan(
    Array.from({ length: 200 }, (_, i) => i),
    (n) => {
      busy();
      return n % 50 === 0 ? n : null;
    },
    undefined,
    2,
  );
  clearInterval(timer);
  expect(found).toEqual([0, 50, 100, 150]);
  expect(turns).toBeGreaterThan(3);
  const stop = new AbortController();
  let seen = 0;
  const some = await scan([1, 2, 3, 4], (n) => {
    if (++seen === 2) stop.abort();
    return n;
  }, stop.signal);
  expect(some).toEqual([1, 2]);
});
