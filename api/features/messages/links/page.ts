// What a web page says of itself, read from the beginning of its HTML. Pure: nothing is fetched, run or believed to be markup.

export interface PageFacts {
  title: string;
  description: string;
  site: string;
  /** The address of its picture, as it stands there. */
  image: string;
}
const LINK = /(?:https?:\/\/|www\.)[^\s<>"]+/i;
const TRAILING = ".,;:!?'\"»…)]";
/** Longer addresses get no card: they are keys of the cache. */
const MAX_URL = 2000;
/** The sentence may go on behind an address with this many marks at most. */
const MAX_TRAILING = 100;

/** The first web address in a text that may get a card: http or https, the usual port, no password in it. */
export function firstLink(text: string): string | null {
  const found = withoutTrailing(LINK.exec(text)?.[0] ?? "");
  if (!found || found.length > MAX_URL) return null;
  const url = URL.parse(/^www\./i.test(found) ? `https://${found}` : found);
  if (!url || url.username || url.password || !url.hostname.includes(".") || url.href.length > MAX_URL) return null;
  url.hash = "";
  return url.href;
}

/** An expression for this would look at every mark of a long row anew. */
function withoutTrailing(text: string): string {
  let end = Math.min(text.length, MAX_URL + MAX_TRAILING);
  while (end > 0 && TRAILING.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Reads title, description, name of the site and picture. Open Graph first, then the page's own. */
export function factsOf(html: string): PageFacts {
  const meta = new Map<string, string>();
  let title: string | null = null;
  for (const { name, tag, inside } of tagsOf(html)) {
    if (name === "title") title ??= inside;
    if (name !== "meta") continue;
    const key = (attribute(tag, "property") || attribute(tag, "name")).toLowerCase();
    if (key && !meta.has(key)) meta.set(key, attribute(tag, "content"));
  }
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? "";
  return {
    title: plain(first("og:title", "twitter:title") || (title ?? ""), 200),
    description: plain(first("og:description", "twitter:description", "description"), 300),
    site: plain(first("og:site_name"), 80),
    image: plain(first("og:image:secure_url", "og:image", "og:image:url", "twitter:image"), MAX_URL),
  };
}

/** The inside of these tags is no markup. */
const OPAQUE = ["script", "style", "title"];
/** Longer tags are cut: what a card needs is at the beginning of one. */
const MAX_TAG = 10_000;

interface Tag {
  name: string;
  tag: string;
  /** What stands between a tag whose inside is no markup and its end. */
  inside: string;
}
/** The opening tags before the body, each letter looked at once: a stranger's page may be one row of beginnings without an end. */
function* tagsOf(html: string): Generator<Tag> {
  const lower = html.toLowerCase();
  for (let at = lower.indexOf("<"); at >= 0;) {
    if (lower.startsWith("<!--", at)) {
      const end = lower.indexOf("-->", at + 4);
      if (end < 0) return;
      at = lower.indexOf("<", end + 3);
      continue;
    }
    const name = /^[a-z][a-z0-9]*/.exec(lower.slice(at + 1, at + 21))?.[0] ?? "";
    if (name === "body") return;
    const close = lower.indexOf(">", at);
    if (close < 0) return;
    let next = close + 1;
    let inside = "";
    if (OPAQUE.includes(name)) {
      const end = lower.indexOf(`</${name}`, next);
      inside = html.slice(next, end < 0 ? undefined : end);
      next = end < 0 ? html.length : end;
    }
    if (name) yield { name, tag: html.slice(at, Math.min(close + 1, at + MAX_TAG)), inside };
    at = lower.indexOf("<", next === at ? at + 1 : next);
  }
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? "";
}

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
};
/** Words without markup, control characters and tricks of direction, in one line. */
function plain(text: string, max: number): string {
  const words = text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return named[String(name).toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : parseInt(hex, 16);
      return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : " ";
    })
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\s]+/g, " ")
    .trim();
  return words.length > max ? `${[...words].slice(0, max - 1).join("")}…`.toWellFormed() : words.toWellFormed();
}
