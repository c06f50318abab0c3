import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { type Api, route } from "../../core/http/route.ts";
import { emitToAll } from "../../core/live/broadcast.ts";
import type { Parts } from "../../core/parts.ts";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { helps as calls, helpsChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of help videos. */
export function helps(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.list(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search),
    ]);
    return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.all, ({ tx }) => queries.list(tx, "", null, 0));

  route(api, calls.create, ({ body }) =>
    asPlatform(async (tx) => {
      await queries.lockAll(tx);
      const help = must(await queries.insert(tx, body), "ERR_DUPLICATED_NAME");
      await tell(tx);
      return help;
    }));

  route(api, calls.update, ({ params: { id }, body, before }) =>
    asPlatform(async (tx) => {
      await queries.lockAll(tx);
      before(must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND"));
      if (await queries.taken(tx, body.title, id)) refuse("ERR_DUPLICATED_NAME");
      const help = await queries.update(tx, id, body);
      await tell(tx);
      return help;
    }));

  route(api, calls.remove, async ({ params: { id }, before }) => {
    await asPlatform(async (tx) => {
      before(must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND"));
      await queries.remove(tx, id);
      await tell(tx);
    });
    return { ok: true as const };
  });
}

/** Tells everybody that the helps have changed. */
async function tell(tx: PlatformTx): Promise<void> {
  await emitToAll(tx, helpsChanged, { action: "update", helps: await queries.count(tx) });
}
