// Contrast after WCAG 2.2: words on a queue's, tag's or company's own colour must stay readable.
const channels = (hex: string): number[] => {
  const digits = hex.replace("#", "");
  const full = digits.length < 6 ? [...digits].map((d) => d + d).join("") : digits;
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16) || 0);
};

/** Relative luminance of `#rgb` or `#rrggbb`, 0 to 1. */
export function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** A share (0 to 1) of another colour mixed in. */
export function mix(hex: string, other: string, share: number): string {
  const to = channels(other);
  const parts = channels(hex).map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share));
  return "#" + parts.map((value) => value.toString(16).padStart(2, "0")).join("");
}

/** The nearest colour that reads at 4.5:1 on the surface: fills keep their colour, words move. */
export function readable(hex: string, surface: string): string {
  const towards = luminance(surface) > 0.4 ? "#000000" : "#ffffff";
  for (let share = 0; share < 1; share += 0.06) {
    const colour = mix(hex, towards, share);
    if (contrast(colour, surface) >= 4.5) return colour;
  }
  return towards;
}

/** Black or white, whichever reads better on the fill. */
export const onFill = (hex: string): string => contrast("#ffffff", hex) >= 4.5 ? "#ffffff" : "#10141a";

const hues = [
  "#b42355",
  "#a03bb0",
  "#6a48c9",
  "#3457d5",
  "#1172a8",
  "#0d7a72",
  "#2d7a35",
  "#8a6200",
  "#b4511b",
  "#6b6f76",
];
/** A colour that stays the same for the same name. */
export function colourOf(name: string): string {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return hues[sum % hues.length] as string;
}
