import { must, refuse } from "../../contract/errors.ts";
import { FILE_LIST, RECORDS_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { type Api, route } from "../../core/http/route.ts";
import { admins, emit } from "../../core/live/emit.ts";
import { storeUpload } from "../../core/media/media.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import { takeUploads } from "../uploads/actions.ts";
import { type FileList, fileListChanged, type FileListOptionForm, fileLists as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of file lists. */
export function fileLists(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, me, query }) => {
    if (![undefined, me.companyId].includes(query.companyId)) refuse("ERR_NO_PERMISSION");
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search),
    ]);
    return { files: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.show, ({ tx, params }) => find(tx, params.id));

  route(api, calls.create, async ({ tx, me, body }) => {
    await queries.lock(tx);
    if (await queries.taken(tx, body.name, null)) refuse("ERR_DUPLICATED_NAME");
    const id = await queries.insert(tx, body.name, body.message);
    await saveOptions(tx, me, id, body.options, []);
    const files = await find(tx, id);
    emit(tx, fileListChanged, admins, { action: "create", files });
    return files;
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body, before }) => {
    await queries.lock(tx);
    const old = await find(tx, id);
    before(old);
    if (await queries.taken(tx, body.name, id)) refuse("ERR_DUPLICATED_NAME");
    await queries.update(tx, id, body.name, body.message);
    await saveOptions(tx, me, id, body.options, old.options);
    return await changed(tx, old);
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    await queries.lock(tx);
    const old = await find(tx, id);
    before(old);
    const places = await queries.places(tx, id);
    if (places.length) refuse("ERR_IN_USE", { places });
    await queries.remove(tx, id);
    await dropUnheld(tx, filesOf(old));
    emit(tx, fileListChanged, admins, { action: "delete", fileId: id });
    return { ok: true as const };
  });

  route(api, calls.upload, async ({ tx, params, body, files, before }) => {
    await queries.lock(tx);
    const old = await find(tx, params.id);
    if (body.fileId !== undefined && Number(body.fileId) !== old.id) refuse("ERR_NO_RECORD_FOUND");
    before(old);
    for (const [index, option] of optionsFor(old, files.length, body.id ?? []).entries()) {
      await queries.setFile(tx, option, (await storeFile(tx, files[index]!)).id);
    }
    return await changed(tx, old);
  });
}

async function find(tx: Tx, id: number): Promise<FileList> {
  return must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
}
const filesOf = ({ options }: FileList): string[] => options.flatMap(({ path }) => path?.split("/").pop() ?? []);

/** Tells of a list that has changed, and lets files go that it had before. */
async function changed(tx: Tx, old: FileList): Promise<FileList> {
  const files = await find(tx, old.id);
  const held = new Set(filesOf(files));
  await dropUnheld(tx, filesOf(old).filter((id) => !held.has(id)));
  emit(tx, fileListChanged, admins, { action: "update", files });
  return files;
}

/** Makes these the options of a list, in this order. An option keeps its file unless another is given. */
async function saveOptions(
  tx: Tx,
  me: Me,
  listId: number,
  options: readonly FileListOptionForm[],
  old: FileList["options"],
): Promise<void> {
  const left = new Set(old.map(({ id }) => id));
  for (const [index, { id, name, upload }] of options.entries()) {
    const own = id && left.delete(id) ? id : null;
    // One at a time: a list's files together may be more than a call holds in memory.
    const [file] = upload ? await takeUploads(tx, me, [upload]) : [];
    const mediaId = file && (await storeFile(tx, file)).id;
    await queries.saveOption(tx, listId, {
      id: own,
      position: index + 1,
      name: name.trim(),
      ...mediaId && { mediaId },
    });
  }
  await queries.removeOptions(tx, [...left]);
}

async function storeFile(tx: Tx, file: File) {
  if (file.size > FILE_LIST.bytes) refuse("ERR_BODY_TOO_LARGE");
  return await storeUpload(tx, file);
}

/** Forms send `undefined` for what is new. */
const isId = (id: string) => /^\d{1,15}$/.test(id);

/** The options that so many files belong to: as the ids say where there is one for each, else those without a file. */
function optionsFor({ options }: FileList, files: number, ids: readonly string[]): number[] {
  for (const id of ids) {
    if (isId(id) && !options.some((one) => one.id === Number(id))) refuse("ERR_NO_RECORD_FOUND");
  }
  const free = options.filter(({ path }) => path === null).map(({ id }) => id);
  const named = ids.length === files ? ids : Array.from({ length: files }, () => "");
  const known = new Set(named.filter(isId).map(Number));
  return named.map((id) => {
    if (isId(id)) return Number(id);
    const next = free.findIndex((one) => !known.has(one));
    const [option] = next < 0 ? [] : free.splice(next, 1);
    return option ?? refuse("ERR_VALIDATION", { details: [{ path: "files", message: "too_many" }] });
  });
}
