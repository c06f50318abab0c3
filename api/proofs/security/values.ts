// Values made from the contracts: valid ones of each schema, and those that have broken servers before. Nothing here knows a
// feature, so a new call is attacked without a line here.
import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";

/** Picks a place below `n`. `first` always the first, a seeded one any. */
export type Pick = (n: number) => number;
export const first: Pick = () => 0;

/** A small generator whose whole run follows from one number (mulberry32). */
export function seeded(seed: number): Pick {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
}
const defOf = (schema: z.ZodType) => (schema as unknown as { def: Def }).def;

/** Candidates for a leaf, plainest first: the first that its schema accepts is its plain value. */
const candidates: unknown[] = [
  ...[
    "Valor",
    "ab",
    "12:30",
    "#12ab34",
    "pessoa@teste.local",
    "5511988887777",
    new Date().toISOString().slice(0, 10),
    new Date(Date.now() + 86_400_000).toISOString(),
    "true",
    "enabled",
  ],
  ...[
    "[1]",
    "[]",
    "ASC",
    "pt",
    "open",
    "MENSAL",
    "America/Sao_Paulo",
    "1",
    "uma senha boa 9",
    '{"id":1}',
    '{"name":"a","language":"pt"}',
  ],
  ...[
    '{"seconds":1,"waveform":[1]}',
    "01890a5d-ac96-774b-bcce-b302099a8057",
    "a".repeat(30),
    "550",
    "",
    "https://push.example/1",
    "https://youtu.be/dQw4w9WgXcQ",
  ],
  ...[1, 5, 550, true, false, null, 0, [], {}],
];

const fits = new WeakMap<z.ZodType, unknown[]>();
/** The candidates that a leaf accepts; each schema is asked once. */
function fitsOf(schema: z.ZodType): unknown[] {
  const known = fits.get(schema) ?? candidates.filter((value) => schema.safeParse(value).success);
  fits.set(schema, known);
  return known;
}

/** The id of a record of this kind, for the place that it stands in: `("ticket", "body.ticketId")`. */
export type Ids = (record: string, place: string) => number | string;

/** The kinds of records that parts of this schema name (see `naming`), `nothing` included. */
export function namesIn(schema: z.ZodType | undefined, seen = new Set<z.ZodType>()): string[] {
  if (!schema || seen.has(schema)) return [];
  seen.add(schema);
  const { shape, element, innerType, in: from, out, options, getter } = defOf(schema);
  const inside = [...Object.values(shape ?? {}), ...(options ?? []), element, innerType, from, out, getter?.()];
  const own = schema.meta()?.names as string | undefined;
  return [...(own ? [own] : []), ...inside.flatMap((part) => namesIn(part, seen))];
}
/** All kinds of records that a value of this schema may name, anywhere in it. */
export const recordsIn = (schema: z.ZodType | undefined) => namesIn(schema).filter((name) => name !== "nothing");

/**
 * A value the schema accepts, in which `ids` names the records, if given. Throws when no candidate fits: then this file needs a
 * new one.
 */
export function valid(schema: z.ZodType, pick: Pick = first, name = "value", ids?: Ids): unknown {
  const def = defOf(schema);
  const record = schema.meta()?.names as string | undefined;
  if (ids && record && record !== "nothing") {
    const id = ids(record, name);
    // Some forms carry ids as text.
    return schema.safeParse(id).success ? id : String(id);
  }
  if (def.type === "optional" && pick !== first && pick(3) === 0) return undefined;
  if (def.innerType) {
    if (pick !== first && def.type === "nullable" && pick(4) === 0) return null;
    return valid(def.innerType, pick, name, ids);
  }
  if (def.shape) {
    return Object.fromEntries(
      Object.entries(def.shape).map(([key, field]) => [key, valid(field, pick, `${name}.${key}`, ids)]).filter((
        [, v],
      ) => v !== undefined),
    );
  }
  if (def.element) return [valid(def.element, pick, name, ids)];
  if (def.type === "record") return {};
  if (def.values) return choose(def.values, pick);
  if (def.entries) return choose(Object.values(def.entries), pick);
  if (def.type === "pipe" && ["object", "array"].includes(defOf(def.in!).type)) return valid(def.in!, pick, name, ids);
  const naming = ids && def.options?.find((option) => recordsIn(option).length);
  if (naming) return valid(naming, pick, name, ids);
  if (ids && def.type === "pipe" && recordsIn(def.in).length) return valid(def.in!, pick, name, ids);
  // A list in a query string is JSON text.
  if (ids && def.type === "pipe" && recordsIn(def.out).length) return JSON.stringify(valid(def.out!, pick, name, ids));
  const inner = def.options?.filter((option) => defOf(option).shape || defOf(option).element) ?? [];
  if (inner.length && (inner.length === def.options?.length || pick !== first && pick(2))) {
    return valid(choose(inner, pick), pick, name, ids);
  }
  const fitting = fitsOf(schema);
  if (!fitting.length) throw new Error(`No candidate fits ${name}: teach values.ts one.`);
  return choose(fitting, pick);
}
export function choose<T>(list: readonly T[], pick: Pick): T {
  return list[pick(list.length)]!;
}

/** Fields of an object schema; nothing for other schemas. */
export function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (!schema) return {};
  const def = defOf(schema);
  return def.shape ?? shapeOf(def.innerType ?? def.in);
}
export const fieldsOf = (schema: z.ZodType | undefined): string[] => Object.keys(shapeOf(schema));

/** `@1e400@` and the like become numbers that JSON can write and JavaScript cannot hold. */
const rawNumbers = ["1e400", "-1e400", "9223372036854775808", "18446744073709551616", "0.1e-400", "1E+9999"];
export const hostile: readonly unknown[] = [
  ...["\u0000", "a\u0000b", "\ud800", "\udc00x", "\ufeff", "\u202ex", "🏴‍☠️".repeat(40), "%", "\\", "_", "' or 1=1 --"],
  ...[
    "../../etc/passwd",
    "..%2f..%2f",
    "",
    " ",
    "\r\nset-cookie: a=b",
    "<script>1</script>",
    "=1+1",
    "٣٤٥",
    "#٣",
    "#1",
  ],
  ...["10000-01-01", "0000-01-01", "+010000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "2026-02-30", "infinity"],
  ...["9223372036854775808", "-9223372036854775809", "1e400", "NaN", "Infinity", "-0", "0x10", "1_000", "1.5", "true"],
  ...["__proto__", "constructor", "toString", "null", "undefined", "SystemV/AST4", "+23:59", "US/Pacific-New", "{}"],
  ...[
    "a".repeat(201),
    "a".repeat(5_000),
    "a".repeat(70_000),
    "é".repeat(4096),
    `${"a".repeat(60)}@${"b".repeat(60)}.com`,
  ],
  ...["[", "[1,", '["a"]', "[1e400]", "[9223372036854775808]", "[null]", '[{"__proto__":1}]', "[".repeat(9_000), "{"],
  ...[`${"[".repeat(9_000)}${"]".repeat(9_000)}`, `[${"1,".repeat(2_000)}1]`, "00000000-0000-0000-0000-000000000000"],
  ...[2 ** 63, -(2 ** 63), 2 ** 53, -1, 0, 1.5, 1e21, Number.MAX_VALUE, Number.MIN_VALUE, 2147483648, -2147483649],
  ...[null, true, false, [], {}, [[]], [null], [{}], ["\u0000"], { id: "\ud800" }, { toString: 1, valueOf: 1 }],
  ...[
    { constructor: { prototype: { admin: true } } },
    JSON.parse('{"__proto__":{"profile":"admin"}}'),
    Array(300).fill(1),
  ],
  ...rawNumbers.map((number) => `@${number}@`),
  "@deep@",
  "@deepObject@",
  { nested: "@deep@" },
  { nested: "@deepObject@" },
];
const DEEP = 10_000;

/** JSON text of a value; the marks become what JavaScript cannot hold. Lone surrogates are written as escapes. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/"@([-+.\w]+)@"/g, (whole, word) => {
    if (word === "deep") return "[".repeat(DEEP) + "]".repeat(DEEP);
    if (word === "deepObject") return '{"a":'.repeat(DEEP) + "1" + "}".repeat(DEEP);
    return rawNumbers.includes(word) ? word : whole;
  });
}

/** Bodies that are wrong as a whole, with the type they claim. */
export const brokenBodies: readonly { type: string; body: string | Uint8Array<ArrayBuffer> }[] = [
  ...["", "{", "null", "[]", '"x"', "1", "1e400", '{"a":1,}', "\ufeff{}", "[".repeat(DEEP), "{}{}", "NaN"].map((
    body,
  ) => ({
    type: "application/json",
    body,
  })),
  { type: "application/json", body: "[".repeat(DEEP) + "]".repeat(DEEP) },
  { type: "application/json", body: '{"__proto__":{"profile":"admin","super":true},"constructor":1}' },
  { type: "application/json", body: '{"name":"a","name":{"x":1},"name":null,"email":"a","email":[]}' },
  { type: "application/json", body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) },
  { type: "application/json", body: Uint8Array.of(0, 0, 0) },
  { type: "application/json; charset=utf-16", body: Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0) },
  { type: "text/plain", body: "{}" },
  { type: "application/x-www-form-urlencoded", body: "a=1&a=2&__proto__=3" },
  { type: "application/xml", body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  { type: "", body: "{}" },
  { type: "multipart/form-data", body: "no boundary" },
  { type: "multipart/form-data; boundary=x", body: "--x\r\ncontent-disposition: form-data; name=" },
  { type: "multipart/form-data; boundary=x", body: "--x\r\n\r\n\r\n--x--\r\n" },
  {
    type: "multipart/form-data; boundary=x",
    body: '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--',
  },
  { type: 'multipart/form-data; boundary="', body: "--\r\n" },
];

/** The path and query of a call with these parameters, each written once. */
export function pathOf(e: Endpoint, params: Record<string, unknown>, query: Record<string, unknown> = {}): string {
  const written = (value: unknown) => {
    const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
    return encodeURIComponent(text.toWellFormed());
  };
  const path = e.path.replace(/\{(\w+)\}/g, (_, name) => written(params[name]) || "%20");
  const search = Object.entries(query).filter(([, v]) => v !== undefined).map(([name, v]) => `${name}=${written(v)}`);
  return `/api${path}${search.length ? `?${search.join("&")}` : ""}`;
}
export const nameOf = (e: Endpoint): string => `${e.method} ${e.path}`;
