import { join } from "node:path";
import { mediaFolder } from "../../core/media/media.ts";
import { admins, emit } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type CompanyExport, companyExportChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Where the files of a company's exports are. */
export const exportsFolder = (companyId: number) => join(mediaFolder(companyId), "exports");
export function exportPath(companyId: number, run: string): string {
  if (!/^[0-9a-f-]{36}$/.test(run)) throw new Error("Not an export.");
  return join(exportsFolder(companyId), `${run}.zip`);
}
/** Without the name of the file, which only its link tells. */
export function shown(found: (CompanyExport & { run: string }) | undefined): CompanyExport | null {
  if (!found) return null;
  const { run: _, ...rest } = found;
  return rest;
}

/** Tells the admins what became of it. */
export async function tell(tx: Tx): Promise<CompanyExport | null> {
  const now = shown(await queries.current(tx));
  emit(tx, companyExportChanged, admins, { export: now });
  return now;
}
/** Deletes the files of a company's exports from the disk, but for those of `kept`; the row is the truth. */
export async function dropFiles(companyId: number, kept?: string): Promise<void> {
  const folder = exportsFolder(companyId);
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  const past = entries.filter(({ name }) => kept === undefined || !name.startsWith(kept));
  await Promise.all(past.map(({ name }) => Deno.remove(join(folder, name), { recursive: true }).catch(() => {})));
}
