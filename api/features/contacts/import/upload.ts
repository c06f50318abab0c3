// A whole file of contacts in one call (docs/product/contacts.md#import): read beside, then taken in by the hundred, each lot a
// transaction of its own.
import type { z } from "zod";
import { refuse } from "../../../contract/errors.ts";
import { IMPORT_BATCH } from "../../../contract/limits.ts";
import { contactsOf, guess, hasHead } from "../../../contract/sheets/columns.ts";
import type { Me } from "../../../core/access/auth.ts";
import { readSheet } from "../../../core/sheets/sheet.ts";
import { withTenant } from "../../../../db/tenant.ts";
import type { Imported } from "../../../contract/rules/contact-import.ts";
import type { contacts } from "../contract.ts";
import { importMany } from "./import.ts";

/** One outcome for each row below the head. Refuses ERR_VALIDATION for a file that cannot be read, or whose heads name no name or number. */
export async function uploadContacts(
  me: Me,
  files: readonly File[],
  { update, country }: z.output<typeof contacts.upload.body>,
): Promise<Imported[]> {
  const [file, second] = files;
  const wrong = (message: string): never => refuse("ERR_VALIDATION", { details: [{ path: "file", message }] });
  if (!file || second) return wrong("file");
  const table = await readSheet(file);
  const columns = guess(table[0] ?? []);
  if (!hasHead(table) || !columns.includes("name") || !columns.includes("number")) return wrong("columns");
  const rows = contactsOf(table, columns, true, country);
  const outcomes: Imported[] = [];
  for (let from = 0; from < rows.length; from += IMPORT_BATCH) {
    const lot = rows.slice(from, from + IMPORT_BATCH);
    outcomes.push(
      ...await withTenant({ companyId: me.companyId, userId: me.id }, (tx) => importMany(tx, lot, update)),
    );
  }
  return outcomes;
}
