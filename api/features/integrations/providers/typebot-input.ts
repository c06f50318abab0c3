// What a Typebot flow asks for, as a customer of a messenger reads and answers it.
import { plain } from "../../../contract/words/plain.ts";
import type { Expects } from "./turn.ts";

export interface Input {
  type?: string;
  items?: { content?: string; title?: string; description?: string }[];
  options?: {
    isMultipleChoice?: boolean;
    attachments?: { isEnabled?: boolean };
    audioClip?: { isEnabled?: boolean };
  };
}

export function readInput({ type = "", items = [], options = {} }: Input): Expects {
  const names = items.flatMap(({ content, title }) => content ?? title ?? []).filter((name) => name.trim() !== "");
  return {
    type,
    ...names.length && { items: names },
    ...options.isMultipleChoice && { multiple: true },
    ...(type === "file input" || options.attachments?.isEnabled || options.audioClip?.isEnabled) && { files: true },
  };
}

/** Choices, a line each with its number; empty where the flow's own texts ask. */
export function inputText(expects: Expects | null): string {
  return (expects?.items ?? []).map((name, index) => `*${index + 1}* - ${name}`).join("\n");
}

/** The choice that is meant, by its number or its words; several with commas where several may be chosen. Null: none. */
export function choiceOf(text: string, items: readonly string[], multiple: boolean): string | null {
  const one = (said: string) => {
    const number = /^\s*\*?(\d{1,3})(?:️?⃣)?\*?\s*[.)-]?\s*$/u.exec(said)?.[1];
    if (number !== undefined) return items[Number(number) - 1] ?? null;
    return items.find((item) => item === said.trim()) ?? items.find((item) => plain(item) === plain(said)) ?? null;
  };
  const whole = one(text);
  if (whole !== null || !multiple) return whole;
  const chosen = text.split(/[,;\n]|\s+e\s+/).map((part) => part.trim()).filter(Boolean).map(one);
  return chosen.length && chosen.every((each) => each !== null) ? [...new Set(chosen)].join(", ") : null;
}
