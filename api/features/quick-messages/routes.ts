import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { type Audience, emit, everybody, only } from "../../core/live/emit.ts";
import { storeUpload } from "../../core/media/media.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { mayChange, type QuickMessage, quickMessageChanged, quickMessages as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of quick messages. */
export function quickMessages(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, me, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, me.id, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, me.id, search),
    ]);
    return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.all, ({ tx, me, query }) => {
    if (![undefined, me.companyId].includes(query.companyId)) refuse("ERR_NO_PERMISSION");
    if (![undefined, me.id].includes(query.userId)) refuse("ERR_NO_PERMISSION");
    return queries.offered(tx, me.id);
  });

  route(
    api,
    calls.show,
    async ({ tx, me, params }) => must(await queries.byId(tx, me.id, params.id), "ERR_NO_QUICK_MESSAGE_FOUND"),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    const record = await queries.insert(tx, me.id, {
      shortcode: body.shortcode,
      message: body.message ?? "",
      geral: body.geral ?? false,
      visao: body.visao ?? false,
      status: body.status ?? true,
    });
    emit(tx, quickMessageChanged, audienceOf(record), { action: "create", record });
    return record;
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body }) => {
    const old = await changeable(tx, me, id);
    // People who may change a shared message must not make it their own: it would be gone for the others.
    const owned = old.userId === me.id;
    const record = await queries.update(tx, id, {
      shortcode: body.shortcode,
      message: body.message ?? old.message,
      geral: owned ? body.geral ?? old.geral : old.geral,
      visao: owned ? body.visao ?? old.visao : old.visao,
      status: body.status ?? old.status,
    });
    return told(tx, record, old);
  });

  route(api, calls.remove, async ({ tx, me, params: { id } }) => {
    const old = await changeable(tx, me, id);
    await queries.remove(tx, id);
    await forgetFile(tx, old);
    emit(tx, quickMessageChanged, audienceOf(old), { action: "delete", id });
    return { ok: true as const };
  });

  route(api, calls.upload, async ({ tx, me, params: { id }, files: [file] }) => {
    const old = await changeable(tx, me, id);
    if (!file) return refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "required" }] });
    const record = await queries.setFile(tx, id, await storeUpload(tx, file));
    await forgetFile(tx, old);
    return told(tx, record, old);
  });

  route(api, calls.removeFile, async ({ tx, me, params: { id } }) => {
    const old = await changeable(tx, me, id);
    const record = await queries.setFile(tx, id, null);
    await forgetFile(tx, old);
    return told(tx, record, old);
  });
}

async function changeable(tx: Tx, me: Me, id: number): Promise<QuickMessage> {
  const record = must(await queries.lock(tx, me.id, id), "ERR_NO_QUICK_MESSAGE_FOUND");
  if (!mayChange(record, me.id)) refuse("ERR_NO_PERMISSION");
  return record;
}
const isShared = (record: QuickMessage) => record.geral || record.visao;
function audienceOf(record: QuickMessage): Audience {
  return isShared(record) || record.userId === null ? everybody : only(record.userId);
}
/** Tells people who may use it; those who no longer may lose it. */
function told(tx: Tx, record: QuickMessage, before: QuickMessage): QuickMessage {
  emit(tx, quickMessageChanged, audienceOf(record), { action: "update", record });
  if (isShared(before) && !isShared(record)) {
    const lost = { to: ["company"], except: [`user:${record.userId}`] };
    emit(tx, quickMessageChanged, lost, { action: "delete", id: record.id });
  }
  return record;
}
async function forgetFile(tx: Tx, { mediaPath }: QuickMessage): Promise<void> {
  const id = mediaPath?.split("/").pop();
  if (id) await dropUnheld(tx, [id]);
}
