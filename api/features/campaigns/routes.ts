import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { storeUpload } from "../../core/media/media.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as changes from "./changes.ts";
import { type Campaign, campaigns as calls } from "./contract.ts";
import { previewOf, sendTest } from "./preview.ts";
import * as queries from "./queries.ts";
import { exportReport, reportOf, shippingPage } from "./report.ts";
import { tell } from "./tick.ts";

/** Mounts the calls of campaigns. */
export function campaigns(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const filter = { search: query.searchParam.trim(), status: query.status ?? null };
    const [rows, count] = await Promise.all([
      queries.page(tx, filter, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, filter),
    ]);
    return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });
  route(api, calls.show, ({ tx, params }) => find(tx, params.id));
  route(api, calls.create, ({ tx, body }) => changes.create(tx, body));
  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    before(await find(tx, id));
    return await changes.update(tx, id, body);
  });
  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    const old = await find(tx, id);
    before(old);
    await changes.remove(tx, id);
    await forgetFile(tx, old);
    return { ok: true as const };
  });
  route(api, calls.start, ({ tx, params }) => changes.start(tx, params.id));
  route(api, calls.cancel, ({ tx, params }) => changes.cancel(tx, params.id));
  route(api, calls.restart, ({ tx, params }) => changes.restart(tx, params.id));
  route(api, calls.upload, async ({ tx, params: { id }, files: [file] }) => {
    await changes.changeable(tx, id);
    if (!file) return refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "required" }] });
    return await setFile(tx, id, await storeUpload(tx, file));
  });
  route(api, calls.removeFile, async ({ tx, params: { id }, before }) => {
    await changes.changeable(tx, id);
    before(await find(tx, id));
    return await setFile(tx, id, null);
  });
  route(api, calls.preview, ({ tx, params }) => previewOf(tx, params.id));
  route(api, calls.test, async ({ tx, params, body }) => {
    await sendTest(tx, params.id, body);
    return { ok: true as const };
  });
  route(api, calls.report, ({ tx, params }) => reportOf(tx, params.id));
  route(api, calls.shipping, ({ tx, params, query }) => shippingPage(tx, params.id, query));
  route(api, calls.export, ({ me, params, query }) => exportReport(me.companyId, params.id, query));
  route(api, calls.settings, ({ tx }) => shownSettings(tx));
  route(api, calls.setSettings, async ({ tx, body }) => {
    await queries.setSettings(tx, body.settings);
    return await shownSettings(tx);
  });
}

async function find(tx: Tx, id: number): Promise<Campaign> {
  return must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
}
async function setFile(tx: Tx, id: number, file: { id: string; fileName: string } | null): Promise<Campaign> {
  const old = await find(tx, id);
  await queries.setFile(tx, id, file);
  await forgetFile(tx, old);
  await tell(tx, id);
  return await find(tx, id);
}
async function forgetFile(tx: Tx, { mediaPath }: Campaign): Promise<void> {
  const id = mediaPath?.split("/").pop();
  if (id) await dropUnheld(tx, [id]);
}
async function shownSettings(tx: Tx) {
  const settings = await queries.settings(tx);
  return Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
}
