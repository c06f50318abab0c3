// Reads what a visitor's page sends: JSON or one file, within limits, holding only characters that can be stored.
import type { z } from "zod";
import { refuse } from "./answers.ts";
import { MAX_FILE_BYTES } from "./manifest.ts";

const MAX_JSON_BYTES = 32 * 1024;
/** Bytes for the other fields of a form. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 64 * 1024;
/** A sender that is silent for this long, or slower than this after it, is cut off. */
const SILENCE_MS = 30_000;
const MIN_BYTES_PER_S = 2_000;
/** Uploads that this process takes at once, and their bytes in its memory, whose form is read in some more. */
const MAX_UPLOADS = 16;
const MAX_HELD_BYTES = 64 * 1024 * 1024;
let uploads = 0;
let held = 0;

/** Text that PostgreSQL and every reader can hold. */
export function storable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** The whole body. `mayHold` says whether so many more bytes have room. */
async function readBytes(
  request: Request,
  limit: number,
  mayHold: (bytes: number) => boolean = () => true,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) {
    await request.body?.cancel();
    return refuse("ERR_BODY_TOO_LARGE");
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const began = Date.now();
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await inTime(reader);
    if (done) break;
    size += value.byteLength;
    const seconds = (Date.now() - began) / 1000;
    const slow = seconds * 1000 > SILENCE_MS && size / seconds < MIN_BYTES_PER_S;
    if (size > limit || slow || !mayHold(value.byteLength)) {
      await reader.cancel().catch(() => {});
      return size > limit
        ? refuse("ERR_BODY_TOO_LARGE")
        : slow
        ? refuse("ERR_BAD_REQUEST")
        : refuse("ERR_TOO_MANY_REQUESTS", 5);
    }
    chunks.push(value);
  }
  return await new Blob(chunks).bytes();
}
async function inTime(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(resolve, SILENCE_MS, null));
  const part = await Promise.race([reader.read().catch(() => null), late]);
  clearTimeout(timer);
  if (part) return part;
  await reader.cancel().catch(() => {});
  return refuse("ERR_BAD_REQUEST");
}
const typeOf = (request: Request) => (request.headers.get("content-type") ?? "").toLowerCase();

/** A JSON body of the schema's shape. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\s*(;|$)/.test(typeOf(request))) {
    await request.body?.cancel();
    return refuse("ERR_UNSUPPORTED_MEDIA");
  }
  const bytes = await readBytes(request, MAX_JSON_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return refuse("ERR_BAD_REQUEST");
  }
  return schema.safeParse(value).data ?? refuse("ERR_VALIDATION");
}

/** A form with exactly one file; the other fields are text. */
export async function readFile(request: Request): Promise<{ file: File; fields: Record<string, string> }> {
  if (!typeOf(request).startsWith("multipart/form-data")) {
    await request.body?.cancel();
    return refuse("ERR_UNSUPPORTED_MEDIA");
  }
  if (uploads >= MAX_UPLOADS) return refuse("ERR_TOO_MANY_REQUESTS", 5);
  uploads++;
  let mine = 0;
  const mayHold = (bytes: number) => {
    if (held + bytes > MAX_HELD_BYTES) return false;
    [held, mine] = [held + bytes, mine + bytes];
    return true;
  };
  try {
    const bytes = await readBytes(request, MAX_FORM_BYTES, mayHold);
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const form = await new Response(bytes, { headers }).formData().catch(() => refuse("ERR_BAD_REQUEST"));
    const values = [...form];
    const fields = Object.fromEntries(values.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
    const files = values.map(([, value]) => value).filter((value) => value instanceof File);
    const [file] = files;
    if (!file || files.length > 1 || file.size === 0 || !storable(file.name)) return refuse("ERR_VALIDATION");
    if (file.size > MAX_FILE_BYTES) return refuse("ERR_BODY_TOO_LARGE");
    return { file, fields };
  } finally {
    uploads--;
    held -= mine;
  }
}
