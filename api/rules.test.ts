// The house rules as programs: who imports whom, how long files are, who may open the platform's door.
import { expect, test } from "vitest";
import { isTest, readHouse, type Source } from "./commands/gate/house.ts";
import { wrongs } from "./commands/gate/house-rules.ts";

const all = await readHouse();
/** Without comments. */
const code = ({ text }: Source) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");

test("no import points upward, nothing goes in a circle, and no folder is too wide", () => {
  expect(wrongs(all)).toEqual([]);
});

/** Longer than 350 lines, each with its reason. */
const long: Record<string, string> = {
  "api/features/users/common-passwords.ts": "a list",
  "api/proofs/security/matrix.ts": "a list, read as one page",
  "channels/sdk/mod.ts": "the whole contract of a channel, read as one page; half of it is comment",
};

test("no file is longer than one can read in one go", () => {
  const offences = all.map(({ path, text }) => ({ path, lines: text.split("\n").length }))
    .filter(({ path, lines }) => lines > (isTest(path) ? 500 : 351) && !long[path])
    .map(({ path, lines }) => `${path}: ${lines}`);
  expect(offences).toEqual([]);
});

test("the platform's door is opened only where something belongs to no company", () => {
  const may =
    /^(db\/|api\/(main|first-start)\.ts|api\/commands\/|api\/channels\/|api\/core\/(jobs|live\/|ready|epoch|media\/|testing|cron|sweep|access\/|secrets\/|processes\/)|api\/features\/((announcements|automation|campaigns|companies|factors|helps|invoices|kanban|overview|plans|schedules|session|settings|templates|users)\/|(connections\/accounts|(company-exports|integrations|webhooks)\/sweep)\.ts))/;
  const offences = all.filter((s) =>
    !isTest(s.path) && /\b(asPlatform|platform)\b.*from ".*tenant\.ts"/.test(s.text) && !may.test(s.path)
  ).map((s) => s.path);
  expect(offences).toEqual([]);
});

test("only env.ts reads the environment", () => {
  const offences = all.filter((s) =>
    /^api\/(core|features|channels)\//.test(s.path) && !isTest(s.path) && s.path !== "api/core/env.ts" &&
    /Deno\.env|process\.env/.test(s.text)
  ).map((s) => s.path);
  expect(offences).toEqual([]);
});

test("no HTML is ever injected", () => {
  expect(
    all.filter((s) => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(s.text) && !isTest(s.path)).map((s) => s.path),
  ).toEqual([]);
});

test("what is looked for in rows that no index finds is made ready once, not for each row", () => {
  // A statement that PostgreSQL has planned for any text works the pattern out anew for every row it compares.
  const offences = all.filter((s) => !isTest(s.path) && /app\.fold\([^`]*\) like app\.pattern\(/.test(s.text))
    .map((s) => s.path);
  expect(offences).toEqual([]);
});

test("no part of the app waits in React's Suspense, which holds a part back for 300 ms whose file is there", () => {
  const offences = all.filter((s) =>
    s.path.startsWith("web/") && /\b(lazy|Suspense)\b[^"]*} from "react"/.test(code(s))
  );
  expect(offences.map((s) => s.path)).toEqual([]);
});

test("jobs, timed work and what is kept for a time are declared where they are found", () => {
  const places: [RegExp, RegExp][] = [
    [/\btask\(\s*"/, /\/tasks\.ts$/],
    [/^export const \w+ = job\(/m, /\/jobs\.ts$/],
    [/\btimed\("/, /\/cron\.ts$/],
    [/\bkeep\(\s*"/, /\/retention\.ts$/],
    [/\batDeath\("/, /\/deaths\.ts$/],
  ];
  const offences = all.filter((s) => s.path.startsWith("api/") && !isTest(s.path)).flatMap((s) =>
    places.filter(([declares, place]) => declares.test(code(s)) && !place.test(s.path)).map(() => s.path)
  );
  expect(offences).toEqual([]);
});

test("no channel, and no kind of identity, is named outside channels/: the manifests say what differs", async () => {
  const { discover } = await import("./channels/lines/discover.ts");
  const manifests = [...(await discover()).values()].map(({ plugin }) => plugin.manifest);
  const kinds = manifests.flatMap(({ identities }) => identities).filter(({ names }) => names === "person");
  const names = [...manifests.map(({ id }) => id), ...kinds.map(({ kind }) => kind)].join("|");
  // The API calls every connection `whatsapp`, in paths and in the events of one.
  const named = new RegExp(`(["'\`])(?:${names})\\1(?!, "whatsappId")`, "g");
  const compared = /\bchannel\??\s*[!=]==?\s*["'`]|["'`]\s*[!=]==?\s*[\w.?]*channel\b/g;
  const offences = all.filter(({ path }) => /^(api|web)\//.test(path) && !isTest(path)).flatMap(({ path, text }) => {
    const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
    return [...code.matchAll(named), ...code.matchAll(compared)].map(([found]) => `${path}: ${found}`);
  });
  expect(offences).toEqual([]);
});
