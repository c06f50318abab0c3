/** A longer text is no answer to a menu; the expressions below see no more of a stranger's text than this. */
export const MAX_ANSWER = 1_000;

/** As people type it: case, accents and what surrounds a word make no difference. Of a long text only the beginning. */
export function plain(text: string): string {
  return text.slice(0, MAX_ANSWER).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i")
    .replace(/^[\s*.,!?"']+|[\s*.,!?"']+$/g, "").replace(/\s+/g, " ");
}
