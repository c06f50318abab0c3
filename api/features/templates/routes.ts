import { must, refuse } from "../../contract/errors.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { withTenant } from "../../../db/tenant.ts";
import { templates as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { readTemplates } from "./sync.ts";

/** Mounts the calls of approved texts. */
export function templates(api: Api, { channels }: Parts): void {
  route(api, calls.list, async ({ tx, query: { whatsappId } }) => {
    must(await queries.channelOf(tx, whatsappId), "ERR_NO_WAPP_FOUND");
    return await queries.ofLine(tx, whatsappId);
  });

  route(api, calls.sync, async ({ me, body: { whatsappId } }) => {
    const { companyId } = me;
    const inside = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work, { read: true });
    const line = must(await inside((tx) => queries.channelOf(tx, whatsappId)), "ERR_NO_WAPP_FOUND");
    if (!channels.plugins.get(line.channel)?.manifest.templates) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
    if (line.status !== "CONNECTED") refuse("ERR_WAPP_NOT_INITIALIZED");
    await readTemplates({ companyId, connectionId: whatsappId });
    return await inside((tx) => queries.ofLine(tx, whatsappId));
  });
}
