// @ts-check
// The page's words and dates, and what people write turned into nodes: links, *bold*, _italic_, ~struck~.
import { el } from "./dom.js";

const languages = ["pt", "en", "es", "tr"];

/** @typedef {Awaited<ReturnType<typeof readWords>>} Words */

/** Words in the reader's language, or in Portuguese when there is no translation. */
export async function readWords(/** @type {string} */ path) {
  const wanted = navigator.languages.map((one) => one.slice(0, 2).toLowerCase());
  const language = wanted.find((one) => languages.includes(one)) ?? "pt";
  /** @type {Record<string, string>} */
  const table = await fetch(`${path}/texts/${language}.json`).then((answer) => answer.json());
  const locale = table.language ?? "pt-BR";
  document.documentElement.lang = locale;
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
  const year = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" });
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return {
    /** @param {string} key @param {Record<string, string>} [values] */
    say: (key, values = {}) => (table[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ""),
    time: (/** @type {number} */ at) => clock.format(at),
    /** The separator above a day's first message. */
    day(/** @type {number} */ at) {
      const ago = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
      if (ago === 0) return table.today ?? "";
      if (ago === 1) return table.yesterday ?? "";
      return (ago < 180 && ago > 0 ? day : year).format(at);
    },
    number: (/** @type {number} */ count) => size.format(count),
    size: (/** @type {number} */ bytes) =>
      bytes < 1_000_000
        ? `${size.format(Math.max(1, Math.round(bytes / 1024)))} kB`
        : `${size.format(bytes / 2 ** 20)} MB`,
  };
}

const LINK = /https?:\/\/[^\s<>"']+/gi;
/** Signs that end a sentence rather than an address. */
const TAIL = /[.,;:!?)\]}*_~]+$/;
const MARKED = /(^|[\s("'])([*_~])([^\s*_~](?:[^\n*_~]{0,500}[^\s*_~])?)\2(?![\p{L}\p{N}])/gu;
const tags = /** @type {const} */ ({ "*": "strong", _: "em", "~": "s" });

/** Nodes for a text; line breaks are the style's business. @param {string} text */
export function rich(text) {
  const out = document.createDocumentFragment();
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(TAIL, "");
    if (!isAddress(address)) continue;
    out.append(marked(text.slice(at, match.index)));
    out.append(el("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, address));
    at = match.index + address.length;
  }
  out.append(marked(text.slice(at)));
  return out;
}

/** @param {string} text */
function isAddress(text) {
  try {
    return Boolean(new URL(text).hostname);
  } catch {
    return false;
  }
}

/** @param {string} text */
function marked(text) {
  const out = document.createDocumentFragment();
  let at = 0;
  for (const match of text.matchAll(MARKED)) {
    const [whole, before = "", sign = "*", inside = ""] = match;
    out.append(text.slice(at, match.index) + before);
    out.append(el(tags[/** @type {keyof typeof tags} */ (sign)], {}, inside));
    at = match.index + whole.length;
  }
  out.append(text.slice(at));
  return out;
}
