import { must } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { inCompany } from "../../core/access/in-company.ts";
import { writeAudit } from "../../core/http/audit.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Parts } from "../../core/parts.ts";
import { asPlatform, type Tx } from "../../../db/tenant.ts";
import { wantConnection } from "../connections/actions/wanted.ts";
import { overview as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls over the connections of all companies. */
export function overview(api: Api, parts: Parts): void {
  route(api, calls.all, ({ query }) => asPlatform((tx) => queries.list(tx, query.companyId ?? null)));

  route(api, calls.companies, ({ query }) =>
    asPlatform(async (tx) => {
      const search = query.searchParam.trim();
      const rows = await queries.companies(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE);
      const { count, ...totals } = await queries.sums(tx, search);
      return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count, totals };
    }));

  route(api, calls.show, ({ params }) => find(params.id));

  const wanted =
    (want: boolean) => async ({ tx, me, params: { id }, address, before }: Asked): Promise<{ ok: true }> => {
      const line = await find(id);
      before(line);
      await inCompany(tx, me, line.companyId, async (own) => {
        const old = await wantConnection(own, parts, id, want);
        // The company reads in its own trail that the operator did it.
        if (own !== tx) {
          const action = want ? calls.restart : calls.disconnect;
          await writeAudit(own, {
            action: `${action.method} ${action.path}`,
            target: `/api/whatsapp-admin/${id}/session`,
            address,
            before: old,
          });
        }
      });
      return { ok: true };
    };
  route(api, calls.restart, wanted(true));
  route(api, calls.disconnect, wanted(false));
}

interface Asked {
  tx: Tx;
  me: Me;
  params: { id: number };
  address: string;
  before: (record: unknown) => void;
}
async function find(id: number) {
  return must(await asPlatform((tx) => queries.byId(tx, id)), "ERR_NO_WAPP_FOUND");
}
