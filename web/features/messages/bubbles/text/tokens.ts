// WhatsApp's formatting, as a tree: *bold* _italic_ ~strike~ ```mono```, and what can be followed. The text of the leaves,
// joined, is what was typed without the marks that took effect; nothing else is lost or added.
export type Style = "bold" | "italic" | "strike";
export type Token =
  | { kind: "text"; text: string }
  | { kind: "mono"; text: string }
  | { kind: "link"; text: string; href: string }
  | { kind: Style; marks: string; children: Token[] };

const styles: Record<string, Style> = { "*": "bold", "_": "italic", "~": "strike" };
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\p{L}\p{N}+])\+\d[\d\s().-]{7,17}\d(?!\d)|(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|io|app|dev|gov|edu|info)(?:\.[a-z]{2})?(?:\/[^\s<>"]*)?(?![\p{L}\p{N}.@-])/giu;
const TRAILING = ".,;:!?'\"»…";
const wordy = /[\p{L}\p{N}]/u;

/** The address a found text leads to: http, https, mailto or tel, never anything else. */
function hrefOf(text: string): string {
  if (/^https?:\/\//i.test(text)) return text;
  if (text.startsWith("+")) return `tel:${text.replace(/[^\d+]/g, "")}`;
  if (text.includes("@") && !text.includes("/")) return `mailto:${text}`;
  return `https://${text}`;
}
/** A link does not swallow the sentence's end, nor a bracket that was opened before it. */
function trimmed(found: string): string {
  let open = found.split("(").length - found.split(")").length;
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1]!;
    if (last === ")" && open < 0) open++;
    else if (!TRAILING.includes(last)) break;
  }
  return found.slice(0, end);
}

function links(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const found = trimmed(match[0]);
    if (match.index < from || found.length < 4) continue;
    if (match.index > from) tokens.push({ kind: "text", text: text.slice(from, match.index) });
    tokens.push({ kind: "link", text: found, href: hrefOf(found) });
    from = match.index + found.length;
  }
  if (from < text.length) tokens.push({ kind: "text", text: text.slice(from) });
  return tokens;
}

/** What was found out about the line that is being read, so that a row of marks is not searched again for each of them. */
interface Line {
  end: number;
  /** Marks of which none closes on this line any more. */
  open: Set<string>;
}
function lineAt(text: string, at: number): Line {
  const end = text.indexOf("\n", at);
  return { end: end < 0 ? text.length : end, open: new Set() };
}

/** Where the mark that opens at `at` closes: on the same line, around something that is not blank at its edges. */
function closing(text: string, at: number, line: Line): number {
  const mark = text[at] ?? "";
  if (line.open.has(mark)) return -1;
  if (wordy.test(text[at - 1] ?? "") || /\s/.test(text[at + 1] ?? " ") || text[at + 1] === mark) return -1;
  for (let i = at + 2; i < line.end; i++) {
    if (text[i] === mark && !/\s/.test(text[i - 1] ?? " ") && !wordy.test(text[i + 1] ?? "")) return i;
  }
  line.open.add(mark);
  return -1;
}

function styled(text: string): Token[] {
  const tokens: Token[] = [];
  const guarded = [...text.matchAll(LINK)].map((match) =>
    [match.index, match.index + trimmed(match[0]).length] as const
  );
  let line = lineAt(text, 0);
  let link = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    while (guarded[link] && guarded[link]![1] <= i) link++;
    if (i > line.end) line = lineAt(text, i);
    const style = styles[text[i] ?? ""];
    const inLink = guarded[link] !== undefined && i > guarded[link]![0];
    const end = style && !inLink ? closing(text, i, line) : -1;
    if (!style || end < 0) continue;
    if (i > from) tokens.push(...links(text.slice(from, i)));
    tokens.push({ kind: style, marks: text[i] ?? "", children: styled(text.slice(i + 1, end)) });
    i = end;
    from = end + 1;
  }
  if (from < text.length) tokens.push(...links(text.slice(from)));
  return tokens;
}

/** Reads a message's text. */
export function tokenize(text: string): Token[] {
  return text.split(/(```[\s\S]+?```)/).flatMap((part, index): Token[] => {
    if (index % 2 === 1) return [{ kind: "mono", text: part.slice(3, -3) }];
    return part ? styled(part) : [];
  });
}

/** The web addresses in a text, each once, in their order. */
export function linksIn(text: string): string[] {
  const of = (tokens: readonly Token[]): string[] =>
    tokens.flatMap((token) => {
      if ("children" in token) return of(token.children);
      return token.kind === "link" && token.href.startsWith("http") ? [token.href] : [];
    });
  return [...new Set(of(tokenize(text)))];
}

/** The text as typed, marks and all: what the tree was made from. */
export function typedText(tokens: readonly Token[]): string {
  return tokens.map((token): string => {
    if (token.kind === "mono") return `\`\`\`${token.text}\`\`\``;
    return "children" in token ? token.marks + typedText(token.children) + token.marks : token.text;
  }).join("");
}
