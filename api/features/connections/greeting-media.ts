// The image or video that goes before a connection's greeting (docs/product/connections.md#editor).
import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import { storeUpload } from "../../core/media/media.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type ConnectionFull, connections as calls } from "./contract.ts";
import type { z } from "zod";
import * as queries from "./queries.ts";
import { rulesOf } from "./rules.ts";

type Changed = (tx: Tx, me: Me, id: number) => Promise<z.input<typeof ConnectionFull>>;

export function greetingMedia(api: Api, changed: Changed): void {
  route(api, calls.upload, async ({ tx, me, params: { id }, files: [file], before }) => {
    must(await queries.byId(tx, id), "ERR_NO_WAPP_FOUND");
    if (!file) return refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "required" }] });
    before({ greetingMediaName: (await rulesOf(tx, id)).greetingMediaName });
    await replace(tx, id, (await storeUpload(tx, file, { kinds: ["image", "video"] })).id);
    return await changed(tx, me, id);
  });

  route(api, calls.removeFile, async ({ tx, me, params: { id }, before }) => {
    must(await queries.byId(tx, id), "ERR_NO_WAPP_FOUND");
    before({ greetingMediaName: (await rulesOf(tx, id)).greetingMediaName });
    await replace(tx, id, null);
    return await changed(tx, me, id);
  });
}

/** Puts another file in place of the one there is. That one goes, unless a conversation shows it. */
async function replace(tx: Tx, id: number, mediaId: string | null): Promise<void> {
  const [old] = await tx<{ id: string | null }[]>`
    select greeting_media_id as id from app.connections where company_id = ${tx.companyId} and id = ${id} for update`;
  await tx`
    update app.connections set greeting_media_id = ${mediaId}, updated_at = now()
    where company_id = ${tx.companyId} and id = ${id}`;
  if (old?.id) await dropUnheld(tx, [old.id]);
}
