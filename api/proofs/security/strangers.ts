// All readers of strangers' texts by regular expressions, and texts on which such expressions are slow.
import { withoutSecrets } from "../../core/secrets/hide.ts";
import { fillVariables } from "../../contract/words/variables.ts";
import { readCsv } from "../../contract/sheets/csv.ts";
import { wordsOf } from "../../contract/words/bot-words.ts";
import { plain } from "../../contract/words/plain.ts";
import { choose, isLeaving, ratingOf } from "../../features/automation/menus.ts";
import { isThanks } from "../../features/tickets/thanks.ts";
import { factsOf, firstLink } from "../../features/messages/links/page.ts";
import { readCard } from "../../../channels/whatsapp/inbound/cards.ts";
import { withoutNames } from "../../../channels/whatsapp/wire/library-log.ts";
import { detailOf } from "../../../channels/meta/errors.ts";
import { excerpt, foldText } from "../../../web/core/words/search-text.ts";
import { linksIn, tokenize } from "../../../web/features/messages/bubbles/text/tokens.ts";

const words = wordsOf("pt");

/** By name, each reader of a stranger's text. */
export const readers: Record<string, (text: string) => unknown> = {
  "the link of a text": firstLink,
  "a page's facts": factsOf,
  "an answer as people type it": plain,
  "the choice of a menu": (text) => choose(text, ["Vendas", "Suporte"]),
  "the wish to leave": (text) => isLeaving(text, words),
  "a rating": ratingOf,
  "thanks": isThanks,
  "the tree of a bubble": tokenize,
  "the links of a bubble": linksIn,
  "a folded text": foldText,
  "the surroundings of a find": (text) => excerpt(text, "nada"),
  "a contact card": (text) => readCard(text),
  "variables": (text) => fillVariables(text, { name: "Ana" }),
  "a table": (text) => readCsv(text, { rows: 100, columns: 10, characters: 1_000 }),
  "a sentence of the library's log": withoutNames,
  "a trail's entry": withoutSecrets,
  "a provider's error": (text) => detailOf(1, 2, text),
};

const filled = (unit: string, end = "") => (length: number) => unit.repeat(Math.ceil(length / unit.length)) + end;
/** By name, texts of a given length that a careless expression goes through again and again. */
export const hostileTexts: Record<string, (length: number) => string> = {
  dots: filled(".", "x"),
  "dots behind an address": (length) => `https://a.br/${filled(".", "x")(length)}`,
  "marks of every kind": filled(".,;:!?'\"»…)]", "x"),
  blanks: filled(" ", "x"),
  "a number and blanks": (length) => `1${filled(" ", "x")(length)}`,
  letters: filled("a"),
  "letters and dots": filled("a."),
  "addresses without an end": filled("a@a."),
  "letters in front of many @": filled("aaaaaaaa@"),
  "www": filled("www."),
  "addresses": filled("https://a.br/b) "),
  "closing brackets behind an address": (length) => `https://a.br/${filled(")")(length)}`,
  "opened bold": filled("*a "),
  "opened marks of three kinds": filled("*a _b ~c "),
  "nested marks": filled("*a _b ~c d~ e_ f* "),
  "closed bold": filled("*a* "),
  "open blocks": filled("``` ` "),
  digits: filled("1"),
  "numbers with blanks": filled("+1 2 "),
  braces: filled("{{ a"),
  "names with dots in front of a colon": filled("a.", ":"),
  "credentials of nobody": filled("a://b"),
  "names of secrets": filled("&token-key"),
  "beginnings of keys": filled("-----BEGIN A"),
  quotes: filled('"a'),
  "comments without an end": filled("<!-- "),
  "scripts without an end": filled("<script "),
  "titles without an end": filled("<title>"),
  "closed tags without an inside": filled("<style></style><"),
  "tags without an end": filled("<meta "),
  "attributes": (length) => `<meta ${filled("property = ")(length)}>`,
  "blanks in an attribute": (length) => `<meta property${filled(" ")(length)}x>`,
  entities: filled("&#1;&"),
  lines: filled("a\n"),
  "letters with marks": filled("a\u0301\u0301"),
  "emoji": filled("👩‍👩‍👧"),
};
