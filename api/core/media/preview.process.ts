// Makes pictures tiny, in a process of its own that may do nothing: what is hidden in a picture can end no other.
// In: length (4 bytes), width, height (1 each), the picture. Out: length (2 bytes), a PNG of that size; 0 where it is none, and
// once when it is ready.

const HEAD = 6;
let held = new Uint8Array(0);

/** As many bytes of standard input; ends the process with it. */
async function readBytes(
  count: number,
  from: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = [held];
  for (let has = held.length; has < count;) {
    const { value } = await from.read();
    if (!value) Deno.exit();
    parts.push(value as Uint8Array<ArrayBuffer>);
    has += value.length;
  }
  const all = await new Blob(parts).bytes();
  held = all.slice(count);
  return all.slice(0, count) as Uint8Array<ArrayBuffer>;
}

async function tiny(picture: Uint8Array<ArrayBuffer>, width: number, height: number): Promise<Uint8Array> {
  try {
    const size = { resizeWidth: width, resizeHeight: height, resizeQuality: "low" } as const;
    const bitmap = await createImageBitmap(new Blob([picture]), size);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("bitmaprenderer")!.transferFromImageBitmap(bitmap);
    return await (await canvas.convertToBlob({ type: "image/png" })).bytes();
  } catch {
    return new Uint8Array(0);
  }
}

const input = Deno.stdin.readable.getReader();
const output = Deno.stdout.writable.getWriter();
await output.write(new Uint8Array(2));
for (;;) {
  const head = await readBytes(HEAD, input);
  const picture = await readBytes(new DataView(head.buffer).getUint32(0), input);
  const made = await tiny(picture, head[4]!, head[5]!);
  await output.write(Uint8Array.of(made.length >> 8, made.length & 255));
  if (made.length > 0) await output.write(made);
}
