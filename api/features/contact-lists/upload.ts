// A file of people for a contact list (docs/product/contact-lists.md#files): read beside, then taken in by the thousand. An upload
// that is broken off may be sent again: rows that are there already are the same rows.
import { z } from "zod";
import { storable } from "../../contract/endpoint.ts";
import { must, refuse } from "../../contract/errors.ts";
import { contactsOf, fields, type FileRow, guess, hasHead, type Mapping } from "../../contract/sheets/columns.ts";
import { readNumber } from "../../contract/rules/phone.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit } from "../../core/live/emit.ts";
import { readSheet } from "../../core/sheets/sheet.ts";
import { withTenant } from "../../../db/tenant.ts";
import { phone } from "../../../channels/sdk/phone.ts";
import { admins } from "./audience.ts";
import { contactListChanged, type contactLists, type Filled, LIST_NAME_MAX, listFilled } from "./contract.ts";
import * as queries from "./queries.ts";

/** Rows of one transaction. */
const LOT = 1_000;
const SAMPLES = 3;
const Email = z.email().max(200);
const Columns = z.array(z.enum(["name", "number", "email", ""])).max(100);

const wrong = (message: string, path = "file"): never => refuse("ERR_VALIDATION", { details: [{ path, message }] });
async function tableOf(files: readonly File[]): Promise<string[][]> {
  const [file, second] = files;
  return !file || second ? wrong("file") : await readSheet(file);
}

/** What a file's columns seem to be. Refuses ERR_VALIDATION for a file that cannot be read. */
export async function readColumns(files: readonly File[]) {
  const table = await tableOf(files);
  const head = hasHead(table);
  const width = Math.max(0, ...table.slice(0, 200).map((row) => row.length));
  const guessed = guess(table[0] ?? []);
  const rows = table.slice(head ? 1 : 0);
  return {
    head,
    rows: rows.length,
    columns: Array.from({ length: width }, (_, at) => {
      const field = guessed[at] ?? "";
      return {
        name: head ? table[0]?.[at] ?? "" : "",
        samples: rows.slice(0, SAMPLES).map((row) => (row[at] ?? "").slice(0, 100)).filter(Boolean),
        field: field === "tags" ? "" as const : field,
      };
    }),
  };
}

type Options = z.output<typeof contactLists.upload.body>;
/** Which column is what: as the caller says, else by the heads. Refuses ERR_VALIDATION without a name and a number. */
function mappingOf(table: string[][], { columns }: Options): Mapping {
  const given = columns === undefined ? guess(table[0] ?? []) : Columns.safeParse(parsed(columns)).data;
  if (!given?.includes("name") || !given.includes("number")) return wrong("columns");
  if (fields.some((field) => given.indexOf(field) !== given.lastIndexOf(field))) return wrong("columns");
  return given;
}
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Takes the rows in; answers what became of them. Refuses ERR_NO_RECORD_FOUND without that list before it reads the file. */
export async function uploadItems(me: Me, listId: number, files: readonly File[], options: Options): Promise<Filled> {
  const actor = { companyId: me.companyId, userId: me.id };
  const exists = await withTenant(actor, (tx) => queries.byId(tx, listId), { read: true });
  must(exists, "ERR_NO_RECORD_FOUND");
  const table = await tableOf(files);
  const mapping = mappingOf(table, options);
  const head = options.head === undefined ? hasHead(table) : options.head === "true";
  const { people, invalid, duplicate } = sort(contactsOf(table, mapping, head, options.country));
  const sums = { created: 0, updated: 0 };
  const all = [...people.values()];
  for (let from = 0; from < all.length; from += LOT) {
    const lot = all.slice(from, from + LOT);
    await withTenant(actor, async (tx) => {
      must(await queries.lock(tx, listId), "ERR_NO_RECORD_FOUND");
      const made = await queries.upsert(tx, listId, lot);
      await queries.addToCount(tx, listId, made.size);
      sums.created += made.size;
      sums.updated += lot.length - made.size;
    });
  }
  return await withTenant(actor, async (tx) => {
    const list = must(await queries.byId(tx, listId), "ERR_NO_RECORD_FOUND");
    emit(tx, contactListChanged, admins, { action: "update", record: list });
    emit(tx, listFilled, admins, { contactListId: listId });
    return { ...sums, duplicate, invalid, list };
  });
}

/** People by number, the last row of a number counting; and the rows that are none. */
export function sort(
  rows: readonly FileRow[],
): Pick<Filled, "invalid" | "duplicate"> & { people: Map<string, queries.ItemFields> } {
  const people = new Map<string, queries.ItemFields>();
  const invalid: Filled["invalid"] = [];
  let duplicate = 0;
  for (const row of rows) {
    if (!row.name && !row.number && !row.email) continue;
    const name = clean(row.name);
    const digits = readNumber(row.number, "");
    const fine = row.email === "" || Email.safeParse(row.email).success && storable(row.email);
    const why = name.length < 2 ? "name" : digits === null ? "number" : fine ? null : "email";
    if (why !== null) invalid.push({ row: row.line, why, name: name.slice(0, 100), number: clean(row.number) });
    // A mistaken address is said, and the person is taken in without it.
    if (why === "name" || digits === null) continue;
    const number = phone(digits).value;
    const before = people.get(number);
    if (before) duplicate++;
    people.set(number, { name, number, email: fine && row.email ? row.email : before?.email ?? "" });
  }
  return { people, invalid, duplicate };
}
/** One line without control characters, as long as a name of a list may be. */
function clean(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").replace(/\s+/g, " ").trim().slice(0, LIST_NAME_MAX)
    .toWellFormed();
}
