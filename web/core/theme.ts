// Light or dark, and the company's own primary colour. White-label sets `--primary` only; the colour of text on it is computed.
import { atom, getDefaultStore } from "jotai";
import { mix, onFill, readable } from "../ui/colour.ts";
import { meAtom } from "./who/me.ts";
import { densityAtom, textScaleAtom, themeChoiceAtom } from "./who/preferences.ts";

/** The theme in force: this device's choice, else dark where the person prefers it, else the system's (light is everybody's default). */
export const themeAtom = atom<"light" | "dark">((get) => {
  const chosen = get(themeChoiceAtom);
  if (chosen) return chosen;
  if (get(meAtom)?.defaultTheme === "dark") return "dark";
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
});
/** The platform's colours, once known. */
export const brandColoursAtom = atom<{ light?: string; dark?: string }>({});

/** `--surface` of the two themes, against which words in the brand's colour are read. */
export const SURFACE = { light: "#ffffff", dark: "#191e25" };

/** The other backgrounds of words: the theme's page (light) and dialogs (dark), where contrast is least. */
const HARDEST = { light: "#f3f4f6", dark: "#222932" };
/** The share of the colour in `--primary-soft`. */
const SOFT = { light: 0.1, dark: 0.16 };
/** The brand's colour for words: readable wherever they stand, also on its own soft background. */
export function wordsColour(colour: string, theme: "light" | "dark"): string {
  return [HARDEST[theme], mix(SURFACE[theme], colour, SOFT[theme])].reduce(readable, colour);
}

function paint() {
  const jotai = getDefaultStore();
  const theme = jotai.get(themeAtom);
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.density = jotai.get(densityAtom);
  root.style.setProperty("--scale", String(jotai.get(textScaleAtom)));
  const colour = jotai.get(brandColoursAtom)[theme];
  const chosen = colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : null;
  const set = (name: string, value: string | null) => {
    if (value) root.style.setProperty(name, value);
    else root.style.removeProperty(name);
  };
  set("--primary", chosen);
  set("--on-primary", chosen && onFill(chosen));
  set("--primary-fg", chosen && wordsColour(chosen, theme));
  // The installed app's bar: the brand's colour, as its manifest says; without one the surface below it.
  const bar = chosen ?? getComputedStyle(root).getPropertyValue("--bg").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", bar);
}

/** Paints theme, density and letter size now and whenever it changes. */
export function startTheme(): void {
  const jotai = getDefaultStore();
  paint();
  for (const choice of [themeAtom, densityAtom, textScaleAtom]) jotai.sub(choice, paint);
  jotai.sub(brandColoursAtom, paint);
}
