import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { anyName } from "../../proofs/names.ts";
import { byName, compareNames, nameKey } from "./name-order.ts";

let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
});
afterAll(() => sql.end());

const sorted = (...names: string[]) => names.toSorted(compareNames);

test("accents and case make no difference to the order", () => {
  expect(sorted("Zuleica", "Érica", "bruno", "Álvaro", "ana", "Ângela", "Eva"))
    .toEqual(["Álvaro", "ana", "Ângela", "bruno", "Érica", "Eva", "Zuleica"]);
  const alike = [
    ["Érica", "Érica", "ERICA", "erica"],
    ["İbrahim", "ibrahim", "ıbrahim", "IBRAHIM"],
    ["Straße", "STRASSE", "STRAẞE"],
    ["Łódź", "lodz"],
    ["Œuvre", "oeuvre"],
    ["ΟΔΥΣΣΕΥΣ", "Οδυσσεύς"],
    ["ЁЛКА", "елка"],
    ["𝓜𝓪𝓻𝓲𝓪", "Maria", "\u200eＭａｒｉａ"],
  ];
  for (const [first, ...others] of alike) for (const other of others) expect(compareNames(first!, other)).toBe(0);
});

test("spaces come before digits, digits before _, then letters, other alphabets, emoji", () => {
  expect(sorted("🌹 Ana", "محمد", "Ёлка", "Ελένη", "ana", "_ana", "2 anas", "10 anas", "(ana)", "a na", "\ue000"))
    .toEqual(["(ana)", "10 anas", "2 anas", "_ana", "a na", "ana", "Ελένη", "Ёлка", "محمد", "\ue000", "🌹 Ana"]);
});

test("equal names stand in the order of their ids", () => {
  const people = [{ id: 9, name: "Ana" }, { id: 10, name: "ana" }, { id: 2, name: "Aná" }];
  expect(people.toSorted(byName).map(({ id }) => id)).toEqual([2, 9, 10]);
});

/** What the database takes for the names' keys, in one question. */
const keysInSql = async (names: readonly string[]) =>
  (await sql<{ key: string }[]>`
    select app.name_key(name) as key from unnest(${names as string[]}::text[]) with ordinality as n (name, place)
    order by place`).map(({ key }) => key);

test("the database has the same key for every character there is", async () => {
  const characters = Array.from({ length: 0x10FFFF }, (_, code) => String.fromCodePoint(code + 1))
    .filter((character) => character.isWellFormed());
  // Those that both know: one of the two may have a newer Unicode.
  const rows = await sql<{ character: string; key: string }[]>`
    select character, app.name_key(character) as key from unnest(${characters}::text[]) as c (character)
    where unicode_assigned(character)`;
  const known = rows.filter(({ character }) => !/^\p{Cn}$/u.test(character));
  expect(known.length).toBeGreaterThan(140_000);
  expect(known.filter(({ character, key }) => nameKey(character) !== key)).toEqual([]);
});

const anyText = fc.string({ unit: "binary", maxLength: 300 }).map((text) => text.replaceAll("\0", ""));

test("the database sorts names as the app does, whatever its locale", async () => {
  const some = { seed: 20_260_101, numRuns: 3000 };
  const names = [...fc.sample(anyName, some), ...fc.sample(anyText, { ...some, numRuns: 1000 })];
  expect(await keysInSql(names)).toEqual(names.map(nameKey));
  const here = names.map((name, id) => ({ id, name })).toSorted(byName).map(({ id }) => id);
  // Turkish lower case and Swedish letters behind z are what a server of an operator may have by default.
  for (const locale of ["C", "tr-x-icu", "sv-x-icu"]) {
    const there = await sql<{ id: number }[]>`
      select (place - 1)::integer as id
      from unnest(${names}::text[]) with ordinality as n (name, place)
      order by app.name_key(name collate ${sql(locale)}) collate "C", place`;
    expect(there.map(({ id }) => id)).toEqual(here);
  }
});

test("a key is no longer than an index may hold", async () => {
  const longest = "\ufdfa".repeat(250);
  expect(nameKey(longest)).toHaveLength(250);
  expect(await keysInSql([longest])).toEqual([nameKey(longest)]);
  expect([...nameKey("\u{1f339}".repeat(300))]).toHaveLength(250);
});

test("nothing else says how names are sorted", async () => {
  const offences: string[] = [];
  const look = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory) await look(path);
      else if (/\.tsx?$/.test(name) && !/\.(test|proof|spec)\./.test(name)) {
        const text = await Deno.readTextFile(path);
        if (/^web|^api\/features/.test(path) && text.includes("localeCompare")) offences.push(path);
        if (/order by [\w., ]*\b(lower\(|name\b|shortcode\b)/.test(text)) offences.push(path);
      }
    }
  };
  for (const folder of ["web/core", "web/features", "web/patterns", "web/screens", "web/shell", "web/ui", "api"]) {
    await look(folder);
  }
  expect(offences).toEqual([]);
});
