// The small picture phones show until the file is there: the one that a camera put into its JPEG. Nothing is decoded.

const HEAD_BYTES = 256 * 1024;
/** WhatsApp keeps it inside the message, which has to stay small. */
const MOST_BYTES = 24 * 1024;
const EXIF = "Exif\0\0";
/** Of the thumbnail's place in the second directory of Exif. */
const OFFSET = 0x0201;
const LENGTH = 0x0202;

/** A JPEG's own thumbnail, or nothing. */
export async function thumbnailOf(file: Blob): Promise<Uint8Array | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    const exif = exifOf(head);
    const found = exif && pictureIn(exif);
    return found && found.length <= MOST_BYTES && found[0] === 0xff && found[1] === 0xd8 ? found : undefined;
  } catch (error) {
    // It points beyond its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function exifOf(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const size = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + size);
    if (bytes[at + 1] === 0xe1 && new TextDecoder("latin1").decode(body.subarray(0, 6)) === EXIF) return body.slice(6);
    // The picture itself begins.
    if (bytes[at + 1] === 0xda) return undefined;
    at += 2 + size;
  }
}

function pictureIn(tiff: Uint8Array): Uint8Array | undefined {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const little = view.getUint16(0) === 0x4949;
  const first = view.getUint32(4, little);
  const second = view.getUint32(first + 2 + 12 * view.getUint16(first, little), little);
  if (second === 0) return undefined;
  const entries = Array.from({ length: view.getUint16(second, little) }, (_, n) => second + 2 + 12 * n);
  const read = (tag: number) => {
    const entry = entries.find((at) => view.getUint16(at, little) === tag);
    return entry === undefined ? 0 : view.getUint32(entry + 8, little);
  };
  const [offset, length] = [read(OFFSET), read(LENGTH)];
  return length > 0 && offset + length <= tiff.length ? tiff.slice(offset, offset + length) : undefined;
}
