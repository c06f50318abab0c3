// Takes a multipart form apart as it comes (RFC 7578, with the names as browsers write them). In memory is what has just come, a part's
// head, and the few bytes that may begin the next boundary.

/** What a part says of itself. Without a file name it is a text field. */
export interface PartHead {
  name: string;
  fileName: string | null;
  type: string;
}
/** The body is no form: no boundary, no name, or an end before its end. */
export class BrokenForm extends Error {}

/** Bytes of a part's head; a file name of 255 characters takes at most some three thousand. */
const HEAD_BYTES = 8 * 1024;
const CR = 13;
const LF = 10;
const DASH = 45;
const LINE = Uint8Array.of(CR, LF);
const BLANK_LINE = Uint8Array.of(CR, LF, CR, LF);

/** The boundary that a content type names, of at most 70 characters (RFC 2046, 5.1.1). Throws BrokenForm where it names none. */
export function boundaryOf(contentType: string): string {
  const found = /;\s?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))(?=;|$)/i.exec(contentType.trim());
  return found?.[1] ?? found?.[2] ?? broken("boundary");
}

/**
 * A form's parts in their order: each one's head, then its bytes in any number of pieces, which are good until the next is asked for.
 * Throws BrokenForm; whatever follows the last boundary is left unread.
 */
export async function* formPieces(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<PartHead | Uint8Array> {
  const mark = new TextEncoder().encode(`\r\n--${boundary}`);
  // The first boundary may stand at the very beginning.
  let held: Uint8Array = LINE;
  // One place for what is looked at, again and again: a form makes no garbage as large as itself.
  let place = new Uint8Array(0);
  let state: "before" | "boundary" | "head" | "part" = "before";
  for await (const chunk of body) {
    const length = held.length + chunk.length;
    if (place.length < length) {
      const larger = new Uint8Array(2 * length);
      larger.set(held);
      place = larger;
    } else place.set(held);
    place.set(chunk, held.length);
    held = place.subarray(0, length);
    for (let more = true; more;) {
      if (state === "boundary") {
        if (held[0] === DASH && held[1] === DASH) return;
        more = held.length >= 2;
        if (!more) continue;
        if (!startsWith(held, 0, LINE)) broken("boundary");
        // The line's end stays: that of an empty head follows at once.
        state = "head";
      } else if (state === "head") {
        const end = find(held, BLANK_LINE);
        more = end >= 0;
        if (end > HEAD_BYTES || (!more && held.length > HEAD_BYTES + BLANK_LINE.length)) broken("head");
        if (!more) continue;
        yield readHead(new TextDecoder().decode(held.subarray(LINE.length, Math.max(LINE.length, end))));
        held = held.subarray(end + BLANK_LINE.length);
        state = "part";
      } else {
        const at = find(held, mark);
        more = at >= 0;
        const sure = more ? at : Math.max(0, held.length - mark.length + 1);
        if (state === "part" && sure > 0) yield held.subarray(0, sure);
        held = held.subarray(more ? at + mark.length : sure);
        if (more) state = "boundary";
      }
    }
  }
  broken("end");
}

function broken(what: string): never {
  throw new BrokenForm(what);
}
function startsWith(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  if (at + wanted.length > bytes.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}
/** Where these bytes begin, which begin with a carriage return; -1 where they are not, or not whole. */
function find(bytes: Uint8Array, wanted: Uint8Array): number {
  let at = bytes.indexOf(CR);
  while (at >= 0 && !startsWith(bytes, at, wanted)) at = bytes.indexOf(CR, at + 1);
  return at;
}

function readHead(text: string): PartHead {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const [kind, ...parameters] = pieces(headers.get("content-disposition") ?? "");
  const said = new Map(parameters.map((pair) => {
    const equals = pair.indexOf("=");
    return [pair.slice(0, equals).toLowerCase(), unquoted(pair.slice(equals + 1))];
  }));
  const name = said.get("name");
  if (kind?.toLowerCase() !== "form-data" || name === undefined) return broken("name");
  return { name, fileName: said.get("filename") ?? null, type: headers.get("content-type") ?? "" };
}
/** What stands between semicolons, but for those in quotes. */
function pieces(text: string): string[] {
  const all: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"' && (!quoted || text[at - 1] !== "\\")) quoted = !quoted;
    if (at < text.length && (quoted || text[at] !== ";")) continue;
    all.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return all;
}
const ESCAPED: Record<string, string> = { "%22": '"', "%0A": "\n", "%0D": "\r" };
/** A value as it was before a browser (`%22`) or a program (`\"`) put it in quotes. */
function unquoted(value: string): string {
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return bare.replaceAll('\\"', '"').replace(/%(?:22|0A|0D)/gi, (code) => ESCAPED[code.toUpperCase()]!);
}
