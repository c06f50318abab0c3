// The job that writes a company into one file.
import { join } from "node:path";
import { log } from "../../core/log.ts";
import { withTenant } from "../../../db/tenant.ts";
import { packCompany } from "../companies/actions.ts";
import { dropFiles, exportPath, exportsFolder, tell } from "./actions.ts";
import * as queries from "./queries.ts";

/**
 * Builds the file that was asked for as `run`. Killed amid it, the next try begins anew. A build that was overtaken leaves nothing;
 * one that fails says so at once, instead of being tried again behind people's backs: the admin sees it and asks anew.
 */
export async function work(companyId: number, { run }: { run: string }): Promise<void> {
  const wanted = () => withTenant({ companyId }, (tx) => queries.isWanted(tx, run));
  if (!await wanted()) return;
  try {
    await build(companyId, run);
  } catch (error) {
    await Deno.remove(exportPath(companyId, run)).catch(() => {});
    if (!await wanted()) return;
    log.error("a company's export failed", { companyId, error });
    await withTenant({ companyId }, async (tx) => {
      await queries.markFailed(tx, run);
      await tell(tx);
    });
  }
}

async function build(companyId: number, run: string): Promise<void> {
  await dropFiles(companyId);
  const folder = join(exportsFolder(companyId), `${run}-files`);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = exportPath(companyId, run);
  const built = await packCompany(companyId, folder, path);
  if (!built) return;
  await Deno.remove(folder, { recursive: true });
  const wanted = await withTenant({ companyId }, async (tx) => {
    const ready = await queries.markReady(tx, run, built);
    if (ready) await tell(tx);
    return ready;
  });
  if (!wanted) await Deno.remove(path).catch(() => {});
}
