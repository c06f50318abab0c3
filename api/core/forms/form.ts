// A form on its way: each file goes to the disk as it comes, within the call's limits. In memory is what has just come, and the text.
import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import { storable } from "../../contract/endpoint.ts";
import { refuse } from "../../contract/errors.ts";
import { MAX_FORM_PARTS } from "../../contract/limits.ts";
import { FileOnDisk } from "../media/on-disk.ts";
import { boundaryOf, BrokenForm, formPieces, type PartHead } from "./multipart.ts";
import { makeTemporary } from "./temporary.ts";

/** What a call takes. Bytes of `field`'s files, one and together; bytes of the text fields together. */
export interface FormLimits {
  /** The field that carries files; those of other fields are passed over. */
  field: string;
  files: number;
  fileBytes: number;
  formBytes: number;
  textBytes: number;
}
/** A form that has come. Its files are gone with it: `await using`. */
export interface Form extends AsyncDisposable {
  fields: Record<string, string | string[]>;
  files: FileOnDisk[];
}

/**
 * Takes a request's form. Refuses ERR_BODY_TOO_LARGE as soon as there is more than the limits, ERR_BAD_REQUEST for what is no form or
 * comes too slowly, and ERR_VALIDATION for a file without content. Whatever happens, nothing is left on the disk.
 */
export async function takeForm(request: Request, limits: FormLimits): Promise<Form> {
  if (Number(request.headers.get("content-length") ?? 0) > limits.formBytes + limits.textBytes) {
    await request.body?.cancel();
    return refuse("ERR_BODY_TOO_LARGE");
  }
  const folder = await makeTemporary();
  try {
    using parts = new Parts(folder.path, limits);
    const boundary = boundaryOf(request.headers.get("content-type") ?? "");
    for await (const piece of formPieces(counted(request.body, limits), boundary)) {
      if (piece instanceof Uint8Array) parts.add(piece);
      else await parts.begin(piece);
    }
    parts.end();
    return { fields: parts.fields(), files: parts.files, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    if (error instanceof BrokenForm) return refuse("ERR_BAD_REQUEST");
    throw error;
  }
}

const CHUNK_BYTES = 64 * 1024;
/** A sender that is silent for this long, or slower than this after it, is cut off. */
const SILENCE_MS = 30_000;
const MIN_BYTES_PER_S = 2_000;
/**
 * A request's bytes as they come, each piece good until the next is asked for. All are read into one place: else a large form would leave
 * garbage as large as itself before anybody collects it.
 */
async function* counted(body: Request["body"], { formBytes, textBytes }: FormLimits): AsyncGenerator<Uint8Array> {
  let size = 0;
  const began = Date.now();
  for await (const chunk of body ? inOnePlace(body) : []) {
    size += chunk.byteLength;
    if (size > formBytes + textBytes) refuse("ERR_BODY_TOO_LARGE");
    const ms = Date.now() - began;
    if (ms > SILENCE_MS && size * 1000 < ms * MIN_BYTES_PER_S) refuse("ERR_BAD_REQUEST");
    yield chunk;
  }
}
async function* inOnePlace(body: NonNullable<Request["body"]>): AsyncGenerator<Uint8Array> {
  const reader = readerOf(body);
  try {
    for (let place = new ArrayBuffer(CHUNK_BYTES);;) {
      const { value, done } = await inTime(
        reader instanceof ReadableStreamBYOBReader ? reader.read(new Uint8Array(place)) : reader.read(),
      );
      if (done) return;
      yield value!;
      place = value!.buffer as ArrayBuffer;
    }
  } finally {
    // Somebody who has seen enough wants no more.
    await reader.cancel().catch(() => {});
  }
}
function readerOf(
  body: NonNullable<Request["body"]>,
): ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array> {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // A body that no network brought.
    return body.getReader();
  }
}
/** What has been read. Refuses ERR_BAD_REQUEST where nothing comes. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(resolve, SILENCE_MS, null));
  const read = await Promise.race([reading, late]).finally(() => clearTimeout(timer));
  if (read) return read;
  // What was asked for ends with the body, however it ends.
  reading.catch(() => {});
  return refuse("ERR_BAD_REQUEST");
}

/** The parts that have come. One is on its way at a time. */
class Parts implements Disposable {
  readonly files: FileOnDisk[] = [];
  readonly #folder: string;
  readonly #limits: FormLimits;
  readonly #texts: [name: string, text: string][] = [];
  #textBytes = 0;
  #parts = 0;
  #head: PartHead | null = null;
  #text: TextDecoder | null = null;
  #open: { file: Deno.FsFile; path: string; size: number; hash: Hash } | null = null;

  constructor(folder: string, limits: FormLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  async begin(head: PartHead): Promise<void> {
    this.end();
    this.#head = head;
    if (++this.#parts > MAX_FORM_PARTS) refuse("ERR_BODY_TOO_LARGE");
    const { field, files } = this.#limits;
    if (head.fileName === null) {
      this.#count(new TextEncoder().encode(head.name).length);
      this.#text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      this.#texts.push([head.name, ""]);
    } else if (head.name === field || head.name === `${field}[]`) {
      if (this.files.length >= files) refuse("ERR_BODY_TOO_LARGE");
      const path = join(this.#folder, String(this.files.length));
      const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
      this.#open = { file, path, size: 0, hash: createHash("sha256") };
    }
  }

  add(bytes: Uint8Array): void {
    if (this.#text) {
      this.#count(bytes.length);
      this.#texts.at(-1)![1] += decoded(this.#text, bytes);
    } else if (this.#open) {
      this.#open.size += bytes.length;
      if (this.#open.size > this.#limits.fileBytes) refuse("ERR_BODY_TOO_LARGE");
      this.#open.hash.update(bytes);
      // The system takes so little at once into its memory. Writes beside us took hundreds of megabytes of ours, which came back late.
      for (let at = 0; at < bytes.length;) at += this.#open.file.writeSync(bytes.subarray(at));
    }
  }

  /** Ends the part that is on its way. */
  end(): void {
    if (this.#text) this.#texts.at(-1)![1] += decoded(this.#text);
    this.#text = null;
    if (!this.#open) return;
    const { file, path, size, hash } = this.#open;
    const { fileName, type } = this.#head!;
    file.close();
    this.#open = null;
    if (size === 0 || !storable(fileName!)) {
      refuse("ERR_VALIDATION", { details: [{ path: this.#limits.field, message: "file" }] });
    }
    this.files.push(new FileOnDisk(path, { name: fileName!, type, to: size, sha256: hash.digest() }));
  }

  /** Nothing is written any more, whatever became of the form. */
  [Symbol.dispose](): void {
    this.#open?.file.close();
    this.#open = null;
  }

  /** By name; several of one name are a list. A form writes each end of a line as CR LF, whatever it was. */
  fields(): Record<string, string | string[]> {
    const all = new Map<string, string | string[]>();
    for (const [name, written] of this.#texts) {
      const text = written.replaceAll("\r\n", "\n");
      const before = all.get(name);
      all.set(name, before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text]);
    }
    return Object.fromEntries(all);
  }

  #count(bytes: number): void {
    this.#textBytes += bytes;
    if (this.#textBytes > this.#limits.textBytes) refuse("ERR_BODY_TOO_LARGE");
  }
}

function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new BrokenForm("text");
  }
}
