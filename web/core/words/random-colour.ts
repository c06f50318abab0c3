/** A random colour, `#rrggbb`. */
export function randomColour(): string {
  return `#${
    [...crypto.getRandomValues(new Uint8Array(3))].map((part) => part.toString(16).padStart(2, "0")).join("")
  }`;
}
