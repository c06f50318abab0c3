// Files: kept under a name of 128 random bits, typed by their content and never by what somebody said they are.
import { createHash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { fileTypeFromBlob, fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { refuse } from "../../contract/errors.ts";
import { MAX_PICTURE_PIXELS } from "../../contract/limits.ts";
import type { Tx } from "../../../db/tenant.ts";
import { mustTakeRoom } from "./disk.ts";
import { FileOnDisk } from "./on-disk.ts";

export type FileKind = "image" | "audio" | "video" | "document" | "sticker" | "voice";
export interface StoredFile {
  id: string;
  kind: FileKind;
  mimeType: string;
  fileName: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

let root = "./data/media";
/** Where files live; set once at start. */
export function setMediaRoot(path: string): void {
  root = path;
}
/** Makes the folder, or takes everybody else's right to one that is there: what is in it nobody else can reach then. */
export async function keepMediaPrivate(): Promise<void> {
  await Deno.mkdir(root, { recursive: true, mode: 0o700 });
  if (Deno.build.os !== "windows") await Deno.chmod(root, 0o700).catch(() => {});
}

/** Shown in the page; everything else is only offered for download. */
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+(; codecs=opus)?|video\/(mp4|webm|quicktime|3gpp|ogg))$/;

/** Where a company's files are, or those of all. */
export const mediaFolder = (companyId?: number): string =>
  companyId === undefined ? root : join(root, String(companyId));

/** Where a file is on disk. Ids are ours (hex), so no path can be climbed. */
export function mediaPath(companyId: number, id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error("Not a file id.");
  return join(mediaFolder(companyId), id.slice(0, 2), id);
}
export function newMediaId(): string {
  return randomBytes(16).toString("hex");
}

/** Files that are stored and offered for download only. */
const PLAIN_FILE = { mimeType: "application/octet-stream", kind: "document" } as const;

/** As much of a file as tells what it is: text by its beginning, a picture's size where no camera wrote megabytes before it. */
const HEAD_BYTES = 1024 * 1024;

/**
 * What a file is: type by content, kind, size in pixels. A picture that would not fit in memory where it is shown, or whose size
 * nobody can tell from its header, is a file like any other. Of a file on the disk no more is read than tells it.
 */
export async function inspect(
  content: Uint8Array | Blob,
  said: { fileName: string; mimeType?: string },
): Promise<Omit<StoredFile, "id">> {
  const whole = content instanceof Uint8Array;
  const found = await (whole ? fileTypeFromBuffer(content) : fileTypeFromBlob(content)).catch(() => undefined);
  const head = whole ? content : await content.slice(0, HEAD_BYTES).bytes();
  let mimeType: string = registered(found?.mime) ?? (isText(head) ? textType(said) : "application/octet-stream");
  let kind: FileKind = /^image\/(png|jpeg|gif|webp|avif)$/.test(mimeType)
    ? "image"
    : mimeType.startsWith("audio/")
    ? "audio"
    : mimeType.startsWith("video/")
    ? "video"
    : "document";
  const size = kind === "image" ? measured(head) ?? (whole ? null : measured(await content.bytes())) : null;
  if (kind === "image" && !size) ({ mimeType, kind } = PLAIN_FILE);
  return {
    kind,
    mimeType,
    fileName: cleanName(said.fileName),
    bytes: whole ? content.byteLength : content.size,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
}

/** A picture's size as its header says it, px; null where it says none, or more than fits. Nothing is decoded. */
function measured(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 && width * height <= MAX_PICTURE_PIXELS ? { width, height } : null;
  } catch {
    return null;
  }
}

/** The registered name of a type: providers list sound in MP4 as `audio/mp4` (RFC 4337). */
const registered = (mime: string | undefined) => mime === "audio/x-m4a" ? "audio/mp4" : mime;

/** Active types are stored as plain text: nothing we serve may run. */
function textType(said: { mimeType?: string }): string {
  return said.mimeType === "text/csv" || said.mimeType === "text/vcard" ? said.mimeType : "text/plain";
}
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, 65_536), { stream: true });
    return !text.includes("\u0000");
  } catch {
    return false;
  }
}
/** A name without folders, control characters and direction tricks, at most 120 characters. */
export function cleanName(name: string): string {
  // deno-lint-ignore no-control-regex
  const bare = name.split(/[\\/]/).pop()!.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  if (bare.length <= 120) return bare || "file";
  const dot = bare.lastIndexOf(".");
  const ending = dot > 0 && bare.length - dot < 12 ? bare.slice(dot) : "";
  return bare.slice(0, 120 - ending.length) + ending;
}

/** Puts the file in its place first and writes its row with the caller's transaction: a row without its file cannot happen. */
export async function keepBytes(
  tx: Tx,
  content: Uint8Array | FileOnDisk,
  said: { fileName: string; mimeType?: string; kind?: FileKind; preview?: Uint8Array | null },
): Promise<StoredFile> {
  const facts = await inspect(content, said);
  // Recorders put sound into containers that are typed as films; what is said to be a voice note is one.
  if (said.kind === "voice" && /^video\/(webm|mp4|matroska)$/.test(facts.mimeType)) {
    Object.assign(facts, { kind: "audio", mimeType: facts.mimeType.replace("video", "audio") });
  }
  const kind = said.kind === "voice" && facts.kind === "audio"
    ? "voice"
    : said.kind === "sticker" && facts.kind === "image"
    ? "sticker"
    : facts.kind;
  const id = newMediaId();
  tx.afterRollback.push(() => void removeFiles(tx.companyId, [id]));
  if (content instanceof FileOnDisk) await placeFile(tx.companyId, id, content);
  else await writeFile(tx.companyId, id, content);
  const sha256 = content instanceof FileOnDisk ? await content.sha256() : createHash("sha256").update(content).digest();
  await tx`
    insert into app.media (company_id, id, kind, mime_type, file_name, bytes, width, height, preview, sha256)
    values (${tx.companyId}, ${id}, ${kind}, ${facts.mimeType}, ${facts.fileName}, ${facts.bytes}, ${facts.width}, ${facts.height}, ${
    said.preview ?? null
  }, ${sha256})`;
  return { id, ...facts, kind };
}
/** A file for which there is no room: its message says that there was one, of what kind and name. */
export async function noteUnkept(
  tx: Tx,
  bytes: Uint8Array,
  said: { fileName: string; mimeType?: string },
): Promise<StoredFile> {
  const facts = await inspect(bytes, said);
  const id = newMediaId();
  await tx`
    insert into app.media (company_id, id, state, kind, mime_type, file_name, bytes, width, height, failure)
    values (${tx.companyId}, ${id}, 'failed', ${facts.kind}, ${facts.mimeType}, ${facts.fileName}, ${facts.bytes}, ${facts.width}, ${facts.height}, 'ERR_DISK_FULL')`;
  return { id, ...facts };
}
/** Writes a file under its final name at once: half a file is never seen. */
export async function writeFile(
  companyId: number,
  id: string,
  bytes: Uint8Array | ReadableStream<Uint8Array>,
): Promise<void> {
  const path = mediaPath(companyId, id);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await Deno.writeFile(`${path}.part`, bytes, { mode: 0o600 });
  await Deno.rename(`${path}.part`, path);
}

/** A file that is on the disk already gets its final name beside the one it has, which goes later. */
async function placeFile(companyId: number, id: string, file: FileOnDisk): Promise<void> {
  const path = mediaPath(companyId, id);
  if ((await Deno.stat(file.path)).size === file.size) {
    await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (await Deno.link(file.path, path).then(() => true, () => false)) return;
  }
  // Not every disk has files of two names.
  await writeFile(companyId, id, file.stream());
}

/** Keeps an uploaded file. Refuses ERR_UNSUPPORTED_MEDIA when its content is not one of the wanted kinds, ERR_DISK_FULL without room. */
export async function storeUpload(
  tx: Tx,
  file: File,
  wanted: { kinds?: readonly FileKind[]; kind?: FileKind } = {},
): Promise<StoredFile> {
  const facts = await inspect(file, { fileName: file.name, mimeType: file.type });
  if (wanted.kinds && !wanted.kinds.includes(facts.kind)) refuse("ERR_UNSUPPORTED_MEDIA");
  await mustTakeRoom(tx, file.size);
  const content = file instanceof FileOnDisk ? file : await file.bytes();
  return await keepBytes(tx, content, { fileName: file.name, mimeType: file.type, kind: wanted.kind });
}

/** Headers that let nothing run, whatever is inside (proof S7). */
export function mediaHeaders(
  file: { mime_type: string; file_name: string; bytes: number; mayKeep?: boolean },
): Headers {
  const shown = SHOWN.test(file.mime_type);
  const name = encodeURIComponent(file.file_name || "file").replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return new Headers({
    "content-type": shown ? file.mime_type : "application/octet-stream",
    "content-length": String(file.bytes),
    "content-disposition": `${shown ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": file.mayKeep === false ? "no-store" : "private, max-age=86400, immutable",
  });
}

/** Deletes files whose rows are gone; the rows' deletion is what counts, this only frees the disk. */
export async function removeFiles(companyId: number, ids: readonly string[]): Promise<void> {
  for (const id of ids) await Deno.remove(mediaPath(companyId, id)).catch(() => {});
}
