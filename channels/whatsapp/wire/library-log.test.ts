// What of Baileys' own words may pass.
import { expect, test } from "vitest";
import { libraryLog, withoutNames } from "./library-log.ts";

function collected() {
  const lines: [string, unknown][] = [];
  const write = (what: string, fields?: unknown) => void lines.push([what, fields]);
  let now = 0;
  const log = libraryLog({ debug: write, info: write, warn: write, error: write }, () => now);
  return { log, lines, pass: (ms: number) => now += ms };
}

test("a level and words; never the object", () => {
  const { log, lines } = collected();
  log.error({ key: { remoteJid: "5511999990000@s.whatsapp.net" }, body: "segredo" }, "failed to decrypt message");
  log.warn("plain words");
  log.info({ node: {} }, "logging in...");
  log.child({ class: "x" }).error({ private: "k" });
  expect(lines).toEqual([
    ["the WhatsApp library says", { level: "error", what: "failed to decrypt message" }],
    ["the WhatsApp library says", { level: "warn", what: "plain words" }],
    ["the WhatsApp library says", { level: "error", what: "something without words" }],
  ]);
});
test("words lose numbers, addresses and keys", () => {
  expect(withoutNames("no session for 5511999990000:3@s.whatsapp.net, id 3EB0AABBCCDDEEFF00112233, try 2")).toBe(
    "no session for … id …, try 2",
  );
  expect(withoutNames("x ".repeat(500))).toHaveLength(120);
});
test("a flood is one line a minute, and ten different ones", () => {
  const { log, lines, pass } = collected();
  for (let time = 0; time < 100_000; time++) log.error({}, "Bad MAC");
  expect(lines).toHaveLength(1);
  for (let kind = 0; kind < 50; kind++) log.warn({}, `kind ${String.fromCharCode(97 + kind)}`);
  expect(lines).toHaveLength(10);
  pass(60_001);
  log.error({}, "Bad MAC");
  expect(lines.slice(10)).toEqual([
    ["the WhatsApp library repeated itself", { times: 99_999 }],
    ["the WhatsApp library says", { level: "error", what: "Bad MAC" }],
  ]);
});
