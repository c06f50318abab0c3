// Files of messages, copied from the folder in which the family keeps them (`backend/public`).
import { dirname, resolve, sep } from "node:path";
import { FileOnDisk } from "../../../core/media/on-disk.ts";
import { inspect, mediaPath, newMediaId } from "../../../core/media/media.ts";
import type { Report } from "./report.ts";
import { words } from "./values.ts";

export interface MediaRow {
  id: string;
  state: "stored" | "failed";
  kind: string;
  mime_type: string;
  file_name: string;
  bytes: number;
  width: number | null;
  height: number | null;
}
/** Kinds of the family's `mediaType`, as far as they are files. */
const kinds: Record<string, string> = {
  ...{ image: "image", video: "video", audio: "audio", ptt: "voice", voice: "voice", sticker: "sticker" },
  ...{ document: "document", application: "document", text: "document" },
};

/** Where the file of an address lies now, or null. */
export type FindFile = (url: string) => Promise<string | null>;

/** Finds files in a folder and in that of the company in it; none without a folder. */
export const inFolder = (folder: string | null, theirs: string): FindFile => async (url) =>
  folder === null ? null : await find(folder, nameIn(url), theirs);

/** Copies the file of a message; where it is not there, the row says that there was one. */
export async function takeFile(
  given: { url: string; type: unknown },
  at: { file: FindFile; companyId: number },
  report: Report,
): Promise<MediaRow> {
  const type = words(given.type, 30).replace(/Message$/, "");
  const name = nameIn(given.url);
  const said = { id: newMediaId(), kind: kinds[type] ?? "document", file_name: name.split("/").pop() || "file" };
  const path = await at.file(given.url);
  if (path === null) {
    report.leave("files: not there; their messages say so", name);
    return { ...said, state: "failed", mime_type: "application/octet-stream", bytes: 0, width: null, height: null };
  }
  const { size } = await Deno.stat(path);
  const facts = await inspect(new FileOnDisk(path, { name: said.file_name, type: "", to: size }), {
    fileName: said.file_name,
  });
  const to = mediaPath(at.companyId, said.id);
  await Deno.mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await Deno.copyFile(path, to);
  await Deno.chmod(to, 0o600).catch(() => {});
  const kept = ["voice", "sticker"].includes(said.kind) && (facts.kind === "audio" || facts.kind === "image");
  const { mimeType, fileName, bytes, width, height } = facts;
  return {
    ...{ id: said.id, state: "stored", kind: kept ? said.kind : facts.kind },
    ...{ mime_type: mimeType, file_name: fileName, bytes, width, height },
  };
}

/** The path below `public` that an address or a plain name means. */
function nameIn(url: string): string {
  const text = url.replace(/^https?:\/\/[^/]+\//, "").replace(/[?#].*$/, "").replace(/^\/?public\//, "");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
/** The file in the folder, or in that of the company in it; null for none, and for a name that leads out of it. */
async function find(folder: string, name: string, theirs: string): Promise<string | null> {
  const root = resolve(folder);
  const last = name.split("/").pop()!;
  for (const one of [name, `company${theirs}/${name}`, `company${theirs}/${last}`, last]) {
    const path = resolve(root, one);
    if (!path.startsWith(root + sep)) continue;
    const real = await Deno.realPath(path).catch(() => null);
    if (real && real.startsWith(await Deno.realPath(root) + sep) && (await Deno.stat(real)).isFile) return real;
  }
  return null;
}
