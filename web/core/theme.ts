// Light or dark, and the company's own primary colour. White-label sets `--primary` only; what stands on it is computed.
import { atom, getDefaultStore } from "jotai";
import { onFill, readable } from "../ui/colour.ts";
import { meAtom } from "./me.ts";
import { themeChoiceAtom } from "./preferences.ts";

/** The theme in force: this device's choice, else dark where the person prefers it, else the system's (light is everybody's default). */
export const themeAtom = atom<"light" | "dark">((get) => {
  const chosen = get(themeChoiceAtom);
  if (chosen) return chosen;
  if (get(meAtom)?.defaultTheme === "dark") return "dark";
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
});
/** The platform's colours, once known. */
export const brandColoursAtom = atom<{ light?: string; dark?: string }>({});

const SURFACE = { light: "#ffffff", dark: "#1b2027" };

function paint() {
  const jotai = getDefaultStore();
  const theme = jotai.get(themeAtom);
  const root = document.documentElement;
  root.dataset.theme = theme;
  const colour = jotai.get(brandColoursAtom)[theme];
  if (colour && /^#[0-9a-f]{6}$/i.test(colour)) {
    root.style.setProperty("--primary", colour);
    root.style.setProperty("--on-primary", onFill(colour));
    root.style.setProperty("--primary-fg", readable(colour, SURFACE[theme]));
  }
  const bar = getComputedStyle(root).getPropertyValue("--bg").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", bar);
}

/** Paints the theme now and whenever it changes. */
export function startTheme(): void {
  const jotai = getDefaultStore();
  paint();
  jotai.sub(themeAtom, paint);
  jotai.sub(brandColoursAtom, paint);
}
