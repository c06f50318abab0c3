import { platform, withTenant } from "../../../db/tenant.ts";
import { dropFiles, tell } from "./actions.ts";
import * as queries from "./queries.ts";

/** Forgets the exports that are past their time, with their files. */
export async function sweep(): Promise<void> {
  for (const { companyId } of await queries.pastTime(platform())) {
    await withTenant({ companyId }, async (tx) => {
      if (await queries.current(tx, true)) return;
      await queries.remove(tx);
      await tell(tx);
      tx.afterCommit.push(() => void dropFiles(companyId));
    });
  }
}
