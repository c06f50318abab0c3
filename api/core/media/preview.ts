// A tiny picture of a picture, shown blurred in its place until it is there. A process of its own decodes it, without rights and
// without our environment: a picture made to break its reader breaks only that.
import { fileURLToPath } from "node:url";

/** The number of pixels keeps the file below PREVIEW_BYTES, whatever the proportions. */
const PIXELS = 49;
const MAX_SIDE = 16;
export const PREVIEW_BYTES = 300;
/** 20 MB unpacked, a third of a second; what messengers send is smaller. What is larger goes without. */
const MAX_PIXELS = 5_000_000;
const TYPES = /^image\/(png|jpeg|webp|gif)$/;
/** Nobody waits longer for the picture because of its preview. */
const MAX_MS = 2_000;
const START_MS = 20_000;
const IDLE_MS = 30_000;

interface Picture {
  mimeType: string;
  width: number | null;
  height: number | null;
}

let child: ReturnType<typeof start> | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** A tiny PNG of a picture whose size is known; null where there is none to be had soon. Never throws. */
export async function previewOf(bytes: Uint8Array, { mimeType, width, height }: Picture): Promise<Uint8Array | null> {
  if (!width || !height || width * height > MAX_PIXELS || !TYPES.test(mimeType)) return null;
  const until = Date.now() + MAX_MS;
  const made = turn.then(() => Date.now() < until ? ask(bytes, previewSize(width, height), until) : null);
  turn = made;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), MAX_MS));
  return await Promise.race([made, late]).finally(() => clearTimeout(timer));
}

/** Longest side of a picture that stands for a person, px: sharp as an avatar, and below 64 kB whatever it shows. */
const SMALL_SIDE = 120;
const SMALL_BYTES = 65_535;

/** A picture of at most 120 px a side; null where there is none to be had. Never throws. */
export async function smallOf(bytes: Uint8Array, { mimeType, width, height }: Picture): Promise<Uint8Array | null> {
  if (!width || !height || width * height > MAX_PIXELS || !TYPES.test(mimeType)) return null;
  const scale = Math.min(1, SMALL_SIDE / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const size = { width: side(width), height: side(height) };
  const made = turn.then(() => ask(bytes, size, Date.now() + MAX_MS, SMALL_BYTES));
  turn = made;
  return await made;
}

/** The size of a preview, px: the picture's proportions. */
export function previewSize(width: number, height: number): Size {
  const side = (length: number) => Math.min(MAX_SIDE, Math.max(1, Math.round(length)));
  const wide = side(Math.sqrt(PIXELS * width / height));
  return { width: wide, height: Math.min(side(wide * height / width), Math.max(1, Math.floor(PIXELS / wide))) };
}

interface Size {
  width: number;
  height: number;
}
async function ask(
  bytes: Uint8Array,
  { width, height }: Size,
  until: number,
  max = PREVIEW_BYTES,
): Promise<Uint8Array | null> {
  clearTimeout(idle);
  let limit: ReturnType<typeof setTimeout> | undefined;
  try {
    const one = child ??= start();
    // One that starts is waited for: the next picture has it.
    limit = setTimeout(() => end(), START_MS);
    await one.ready;
    clearTimeout(limit);
    if (Date.now() >= until) return null;
    // What takes too long is ended, and so is the wait for its answer.
    limit = setTimeout(() => end(), until - Date.now());
    const head = new Uint8Array(6);
    new DataView(head.buffer).setUint32(0, bytes.length);
    head.set([width, height], 4);
    for (const part of [head, bytes]) await one.input.write(part);
    const length = lengthOf(await read(one.output, 2));
    const made = await read(one.output, length);
    return length > 0 && length <= max ? made : null;
  } catch {
    end();
    return null;
  } finally {
    clearTimeout(limit);
    idle = setTimeout(() => end(), IDLE_MS);
    Deno.unrefTimer(idle);
  }
}
const lengthOf = (bytes: Uint8Array) => bytes[0]! * 256 + bytes[1]!;

async function read(reader: ReadableStreamBYOBReader, count: number): Promise<Uint8Array> {
  const all = new Uint8Array(count);
  for (let has = 0; has < count;) {
    const { value, done } = await reader.read(new Uint8Array(count - has));
    if (done || !value?.length) throw new Error("It has ended.");
    all.set(value, has);
    has += value.length;
  }
  return all;
}

/** Starts the reader; it says when it can be asked, by two bytes. */
function start() {
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  // Where a script is no program, what it does is said here.
  const windows = Deno.build.os === "windows";
  const alone = ["run", "--quiet", "--no-config", "--no-lock", "--no-prompt", "--no-remote", "--no-npm"];
  const started = new Deno.Command(windows ? Deno.execPath() : here("./preview.sh"), {
    args: windows ? [...alone, here("./preview.process.ts")] : [],
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  started.unref();
  const output = started.stdout.getReader({ mode: "byob" });
  return { started, output, input: started.stdin.getWriter(), ready: read(output, 2) };
}
function end(): void {
  try {
    child?.started.kill("SIGKILL");
  } catch { /* it has ended by itself */ }
  child = undefined;
}
