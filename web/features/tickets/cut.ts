/** Cuts a text to so many characters, whole code points, with an ellipsis. */
export function cut(text: string, max: number): string {
  const points = Array.from(text);
  return points.length > max ? `${points.slice(0, max - 1).join("").trimEnd()}…` : text;
}
