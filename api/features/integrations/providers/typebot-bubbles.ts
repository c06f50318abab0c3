// Typebot's bubbles as messages: texts with WhatsApp's marks, files by address, links, and commands that begin with `#`.
import { type Action, MAX_TEXT, type Part } from "./turn.ts";
import { readAction } from "./webhook.ts";

interface Bubble {
  type?: string;
  content?: { type?: string; markdown?: string; richText?: unknown[]; url?: string; clickLink?: { url?: string } };
}

/** Texts and files in their order; a command is obeyed and not said. One that cannot be read is passed over. */
export function readBubbles(given: readonly unknown[]): { parts: Part[]; actions: Action[] } {
  const parts: Part[] = [];
  const actions: Action[] = [];
  for (const bubble of given as Bubble[]) {
    const { type, content } = bubble ?? {};
    if (type === "text") {
      const text = textOf(content).trim().slice(0, MAX_TEXT);
      if (text.startsWith("#") && /^#\s*\{/.test(text)) actions.push(...commandOf(text));
      else if (text) parts.push({ text });
    } else if (content?.url && /^https?:\/\//.test(content.url)) {
      const isFile = type === "image" || type === "audio" || (type === "video" && content.type === "url");
      parts.push(isFile ? { file: { url: content.url } } : { text: content.url });
      if (content.clickLink?.url) parts.push({ text: content.clickLink.url });
    }
  }
  return { parts, actions };
}

/** `#{"queueId":1}`, `#{"queueId":1,"userId":2}`, `#{"stopBot":true}`. */
function commandOf(text: string): Action[] {
  try {
    const command = JSON.parse(text.replace(/^#\s*/, "").replace(/[“”]/g, '"')) as Record<string, unknown>;
    if (command.stopBot === true) return [{ type: "stopBot" }];
    return readAction({ ...command, type: "transfer" });
  } catch {
    return [];
  }
}

function textOf(content: Bubble["content"]): string {
  if (typeof content?.markdown === "string") return marks(content.markdown);
  return (content?.richText ?? []).map((one) => plain(one)).join("\n");
}
/** Markdown's marks as messengers have them. */
export function marks(markdown: string): string {
  return markdown
    .replace(
      /\[([^\]]*)\]\((https?:[^)\s]+)\)/g,
      (_, text: string, url: string) => text === url ? url : `${text} ${url}`,
    )
    .replace(/\*\*(.+?)\*\*/g, "*$1*")
    .replace(/^#{1,6}\s+/gm, "")
    .replace(/\n{3,}/g, "\n\n");
}
interface Node {
  text?: string;
  bold?: boolean;
  italic?: boolean;
  type?: string;
  url?: string;
  children?: Node[];
}
function plain(given: unknown): string {
  const { text, bold, italic, type, url, children } = (given ?? {}) as Node;
  if (typeof text === "string") {
    return text.trim() && bold ? `*${text.trim()}*` : text.trim() && italic ? `_${text.trim()}_` : text;
  }
  const inside = (children ?? []).map(plain).join(type === "ul" || type === "ol" ? "\n" : "");
  if (type === "a" && url) return inside === url ? url : `${inside} ${url}`;
  return type === "li" ? `- ${inside}` : inside;
}
