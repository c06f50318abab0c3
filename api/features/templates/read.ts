// The job that reads a connection's approved texts again. Where its session does not answer it is tried later.
import { withTenant } from "../../../db/tenant.ts";
import { manifestOf } from "../../core/manifests.ts";
import * as queries from "./queries.ts";
import { readTemplates } from "./sync.ts";

export async function work(companyId: number, { connectionId }: { connectionId: number }): Promise<void> {
  const line = await withTenant({ companyId }, (tx) => queries.channelOf(tx, connectionId), { read: true });
  if (line?.status !== "CONNECTED" || !manifestOf(line.channel)?.templates) return;
  await readTemplates({ companyId, connectionId });
}
