import { must, refuse } from "../../contract/errors.ts";
import { checkLink, linkQuery } from "../../core/media/link.ts";
import { answerPath } from "../../core/media/route.ts";
import { enqueue } from "../../core/jobs.ts";
import { type Api, route } from "../../core/http/route.ts";
import { withTenant } from "../../../db/tenant.ts";
import { dropFiles, exportPath, shown, tell } from "./actions.ts";
import { companyExports as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { buildExport } from "./tasks.ts";

const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Mounts the calls of a company's export, and the address of its file. */
export function companyExports(api: Api): void {
  route(api, calls.show, async ({ tx }) => ({ export: shown(await queries.current(tx)) }));

  route(api, calls.ask, async ({ tx, me }) => {
    const now = await queries.current(tx, true);
    if (now?.status === "building") refuse("ERR_ALREADY_IN_STATE");
    const run = await queries.ask(tx, me.name);
    await enqueue(tx, buildExport, { run });
    tx.afterCommit.push(() => void dropFiles(tx.companyId, run));
    return { export: (await tell(tx))! };
  });

  route(api, calls.take, async ({ tx }) => {
    const now = await queries.current(tx, true);
    if (now?.status !== "ready" && now?.status !== "taken") return refuse("ERR_NO_RECORD_FOUND");
    await queries.markTaken(tx);
    await tell(tx);
    return { link: `/media/export/${now.run}?${linkQuery(tx.companyId, now.run)}` };
  });

  route(api, calls.drop, async ({ tx, before }) => {
    before(shown(must(await queries.current(tx, true), "ERR_NO_RECORD_FOUND")));
    await queries.remove(tx);
    await tell(tx);
    tx.afterCommit.push(() => void dropFiles(tx.companyId));
    return { ok: true as const };
  });

  api.http.get("/media/export/:run", async (c) => {
    const run = c.req.param("run");
    if (!RUN.test(run)) refuse("ERR_NO_MEDIA_FOUND");
    const companyId = checkLink(run, c.req.query());
    const now = await withTenant({ companyId }, queries.current, { read: true });
    if (now?.run !== run || now.bytes === null) return refuse("ERR_NO_MEDIA_FOUND");
    const name = `recado-${new Date(now.askedAt).toISOString().slice(0, 10)}.zip`;
    const file = { mime_type: "application/zip", file_name: name, bytes: now.bytes, mayKeep: false };
    return await answerPath(exportPath(companyId, run), file, c.req.header("range"));
  });
}
