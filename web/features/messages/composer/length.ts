/** How long a text counts for a channel: in characters, or in UTF-8 bytes. */
export function lengthOf(text: string, unit: string): number {
  return unit === "bytes" ? new TextEncoder().encode(text).length : text.length;
}

/** The text as it is sent: with the person's name above it when they sign. */
export function signed(text: string, name: string | null): string {
  return name ? `*${name}*:\n${text}` : text;
}

/** A sent text without the name above it, to be written again. */
export function unsigned(text: string, name: string): string {
  const line = signed("", name);
  return text.startsWith(line) ? text.slice(line.length) : text;
}
