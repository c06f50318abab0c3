import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { ANNOUNCEMENT, RECORDS_PAGE } from "../../contract/limits.ts";
import { type Api, route } from "../../core/http/route.ts";
import { emitToAll } from "../../core/live/broadcast.ts";
import { emit, only } from "../../core/live/emit.ts";
import { removePicture, storePicture } from "../../core/media/platform-pictures.ts";
import type { Parts } from "../../core/parts.ts";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { type Announcement, announcementChanged, announcements as calls, announcementsSeen } from "./contract.ts";
import * as queries from "./queries.ts";

type Told = z.input<typeof Announcement>;

/** Mounts the calls of announcements. */
export function announcements(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ me, query }) =>
    asPlatform(async (tx) => {
      const search = query.searchParam.trim();
      // What is switched off does not exist for who may not switch it on.
      if (!me.super && query.status === "inactive") return { records: [], hasMore: false, count: 0 };
      const active = query.status ? query.status === "active" : me.super ? null : true;
      const skip = (query.pageNumber - 1) * RECORDS_PAGE;
      const rows = await queries.page(tx, search, active, RECORDS_PAGE + 1, skip);
      const count = await queries.count(tx, search, active);
      return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
    }));

  route(api, calls.show, async ({ me, params }) => {
    const row = must(await asPlatform((tx) => queries.byId(tx, params.id)), "ERR_NO_RECORD_FOUND");
    return me.super || row.status ? row : refuse("ERR_NO_RECORD_FOUND");
  });

  route(api, calls.seen, async ({ tx, me, body }) => {
    const ids = await queries.see(tx, me.id, body.ids);
    if (ids.length) emit(tx, announcementsSeen, only(me.id), { ids });
    return { ok: true as const };
  });

  route(api, calls.create, ({ body }) =>
    asPlatform(async (tx) => {
      const row = await queries.insert(tx, body);
      if (row.status) await emitToAll(tx, announcementChanged, { action: "create", record: row });
      return row;
    }));

  route(api, calls.update, ({ params: { id }, body, before }) =>
    asPlatform(async (tx) => {
      const old = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
      before(old);
      const row = await queries.update(tx, id, { ...old, ...body }, body.status === true && !old.status);
      await tell(tx, old, row);
      return row;
    }));

  route(api, calls.remove, async ({ params: { id }, before }) => {
    const old = await asPlatform(async (tx) => {
      const old = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
      before(old);
      await queries.remove(tx, id);
      if (old.status) await emitToAll(tx, announcementChanged, { action: "delete", id });
      return old;
    });
    await letGo(old.mediaPath);
    return { ok: true as const };
  });

  /** Sets the picture, or takes it off; the one before goes when nothing else shows it. */
  async function picture(id: number, image: { src: string; name: string } | null, before: (old: unknown) => void) {
    const { old, row } = await asPlatform(async (tx) => {
      const old = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
      before(old);
      const row = await queries.setImage(tx, id, image?.src ?? null, image?.name ?? "");
      await tell(tx, old, row);
      return { old, row };
    });
    if (old.mediaPath !== row.mediaPath) await letGo(old.mediaPath);
    return row;
  }
  route(api, calls.upload, async ({ params, files, before }) => {
    const file = files[0] ?? refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "required" }] });
    must(await asPlatform((tx) => queries.byId(tx, params.id)), "ERR_NO_RECORD_FOUND");
    const kept = await storePicture(file, { maxBytes: ANNOUNCEMENT.imageBytes, types: ["image/png", "image/jpeg"] });
    return await picture(params.id, { src: kept.src, name: kept.fileName }, before);
  });
  route(api, calls.removeFile, ({ params, before }) => picture(params.id, null, before));
}

/** Tells everybody what has changed for them: what is switched off is as good as deleted, and switched on it is new. */
async function tell(tx: PlatformTx, old: Told, row: Told): Promise<void> {
  if (row.status) {
    await emitToAll(tx, announcementChanged, { action: old.status ? "update" : "create", record: row });
  } else if (old.status) await emitToAll(tx, announcementChanged, { action: "delete", id: row.id });
}

/** Deletes the file of a picture that nothing shows any more. */
async function letGo(image: string | null): Promise<void> {
  if (image && !await asPlatform((tx) => queries.isHeld(tx, image))) await removePicture(image);
}
