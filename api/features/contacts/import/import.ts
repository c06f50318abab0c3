// Contacts of a file. What is wrong with a row is its outcome; the other rows go on (docs/product/contacts.md#import).
import { z } from "zod";
import { storable } from "../../../contract/endpoint.ts";
import { readNumber } from "../../../contract/rules/phone.ts";
import type { Me } from "../../../core/access/auth.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import type { ChannelPort } from "../../../core/parts.ts";
import { type Tx, withTenant } from "../../../../db/tenant.ts";
import { checkNumber } from "../check-number.ts";
import type { Imported } from "../../../contract/rules/contact-import.ts";
import { contactChanged, type contacts } from "../contract.ts";
import { insertPairs, mustHaveTags, tagIds } from "../tags/rows.ts";
import * as rows from "./rows.ts";
import { canonicalNumber } from "../number.ts";
import { byIds, byNumbers } from "../queries.ts";
import { tellTags } from "../../tags/actions.ts";
import { tagNames } from "../tags/tags.ts";
import { announceTicketsOf } from "../../tickets/actions/announce.ts";

export interface FileRow {
  name: string;
  number: string;
  email: string;
  /** Names with commas between them, or ids. */
  tags: string | readonly number[];
}
const ignored = (why: Imported["why"], contactId: number | null = null): Imported => ({
  outcome: "ignored",
  why,
  contactId,
});
const Email = z.email().max(200);

/** One row; asks the provider first whether somebody is there when it is told to. Refuses what `checkNumber` refuses. */
export async function importOne(
  me: Me,
  body: z.output<typeof contacts.importOne.body>,
  channels: ChannelPort,
): Promise<Imported> {
  const actor = { companyId: me.companyId, userId: me.id };
  const number = numberOf(body.number);
  if (body.validateContact === "true" && number) {
    const [known] = await withTenant(actor, (tx) => byNumbers(tx, [number]), { read: true });
    const found = known || await checkNumber(me.companyId, number, undefined, channels);
    if ("existsInWhatsapp" in found && !found.existsInWhatsapp) return ignored("nobody");
  }
  const [outcome] = await withTenant(actor, (tx) => importMany(tx, [body], body.update));
  return outcome!;
}

/** Takes in rows; one outcome for each, in their order. Known people get the file's name, e-mail and tags only with `update`. */
export async function importMany(tx: Tx, given: readonly FileRow[], update: boolean): Promise<Imported[]> {
  await mustHaveTags(tx, given.flatMap(({ tags }) => typeof tags === "string" ? [] : tags));
  const outcomes: Imported[] = Array(given.length);
  const wanted = new Map<string, { row: FileRow; places: number[] }>();
  given.forEach((row, place) => {
    const number = numberOf(row.number);
    if (clean(row.name).length < 2) outcomes[place] = ignored("name");
    else if (number === null) outcomes[place] = ignored("number");
    // The same number further down is the same person: the first row counts.
    else {wanted.set(number, {
        row: wanted.get(number)?.row ?? row,
        places: [...wanted.get(number)?.places ?? [], place],
      });}
  });
  const known = new Map((await byNumbers(tx, [...wanted.keys()])).map((contact) => [contact.number, contact.id]));
  const fresh = [...wanted].filter(([number]) => !known.has(number));
  const made = await rows.insertMany(
    tx,
    fresh.map(([number, { row }]) => ({ number, name: clean(row.name), email: emailOf(row) ?? "" })),
  );
  const touched: { id: number; row: FileRow; known: boolean }[] = [];
  for (const [number, { row, places: [first, ...others] }] of wanted) {
    const id = made.get(number) ?? known.get(number) ?? null;
    const outcome = made.has(number) ? "created" : id !== null && update ? "updated" : "ignored";
    const why = outcome === "ignored" ? "exists" : emailOf(row) === null ? "email" : null;
    outcomes[first!] = { outcome, why, contactId: id };
    for (const place of others) outcomes[place] = ignored("exists", id);
    if (id === null || outcome === "ignored") continue;
    if (outcome === "updated") await rows.updateOne(tx, id, { name: clean(row.name), email: emailOf(row) ?? "" });
    touched.push({ id, row, known: known.has(number) });
  }
  await tagAll(tx, touched);
  for (const contact of await byIds(tx, touched.map(({ id }) => id))) {
    emit(tx, contactChanged, everybody, { action: known.has(contact.number) ? "update" : "create", contact });
  }
  return outcomes;
}

async function tagAll(tx: Tx, touched: readonly { id: number; row: FileRow; known: boolean }[]): Promise<void> {
  const named = (tags: FileRow["tags"]) => typeof tags === "string" ? tagNames(tags) : [];
  const ids = await tagIds(tx, [...new Set(touched.flatMap(({ row }) => named(row.tags)))]);
  const pairs = touched.flatMap(({ id, row }) =>
    (typeof row.tags === "string" ? named(row.tags).map((name) => ids.get(name.toLowerCase())!) : row.tags)
      .map((tag) => ({ contact: id, tag }))
  );
  await insertPairs(tx, pairs);
  await tellTags(tx, pairs.map(({ tag }) => tag));
  // A new contact has no tickets that show them.
  for (const { id, known } of touched) if (known) await announceTicketsOf(tx, id);
}

/** One line without control characters, as long as a name may be. */
function clean(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").replace(/\s+/g, " ").trim().slice(0, 250).toWellFormed();
}
/** As channels know it; null for what cannot be a number. The country's code is the app's to add: it knows the person's. */
function numberOf(typed: string): string | null {
  const digits = readNumber(typed, "");
  return digits === null ? null : canonicalNumber(digits);
}
/** The address, nothing where there is none, null where it cannot be one. */
function emailOf({ email }: FileRow): string | null {
  const address = email.trim();
  return address === "" || Email.safeParse(address).success && storable(address) ? address : null;
}
