// What a web page says of itself, read from the beginning of its HTML. Pure: nothing is fetched, run or believed to be markup.

export interface PageFacts {
  title: string;
  description: string;
  site: string;
  /** The address of its picture, as it stands there. */
  image: string;
}
const LINK = /(?:https?:\/\/|www\.)[^\s<>"]+/i;
const TRAILING = /[.,;:!?'"»…)\]]+$/;
/** Longer addresses get no card: they are keys of the cache. */
const MAX_URL = 2000;

/** The first web address in a text that may get a card: http or https, the usual port, no password in it. */
export function firstLink(text: string): string | null {
  const found = LINK.exec(text)?.[0].replace(TRAILING, "");
  if (!found) return null;
  const url = URL.parse(/^www\./i.test(found) ? `https://${found}` : found);
  if (!url || url.username || url.password || !url.hostname.includes(".") || url.href.length > MAX_URL) return null;
  url.hash = "";
  return url.href;
}

/** Reads title, description, name of the site and picture. Open Graph first, then the page's own. */
export function factsOf(html: string): PageFacts {
  const head = html.split(/<body[\s>]/i, 1)[0]!.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, "");
  const meta = new Map<string, string>();
  for (const [tag] of head.matchAll(/<meta\b[^>]*>/gi)) {
    const name = attribute(tag, "property") || attribute(tag, "name");
    if (name && !meta.has(name.toLowerCase())) meta.set(name.toLowerCase(), attribute(tag, "content"));
  }
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? "";
  const title = /<title\b[^>]*>([\s\S]*?)<\/title/i.exec(head)?.[1] ?? "";
  return {
    title: plain(first("og:title", "twitter:title") || title, 200),
    description: plain(first("og:description", "twitter:description", "description"), 300),
    site: plain(first("og:site_name"), 80),
    image: plain(first("og:image:secure_url", "og:image", "og:image:url", "twitter:image"), MAX_URL),
  };
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
