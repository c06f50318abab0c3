import { expect, test } from "vitest";
import { contrast, mix } from "../ui/colour.ts";
import { SURFACE, wordsColour } from "./theme.ts";

const themes = ["light", "dark"] as const;
const backs = { light: ["#f3f4f6", "#ffffff"], dark: ["#11151a", "#191e25", "#222932"] };
const soft = { light: 0.1, dark: 0.16 };

test.each(["#16a34a", "#ffff00", "#0000ff", "#ff0000", "#39ace7", "#000000", "#ffffff", "#777777"])(
  "words in the brand's %s read on everything they stand on",
  (colour) => {
    for (const theme of themes) {
      const words = wordsColour(colour, theme);
      for (const back of [...backs[theme], mix(SURFACE[theme], colour, soft[theme])]) {
        expect(contrast(words, back), `${theme}: ${words} on ${back}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

test("surfaces and shares are those of the style sheet", async () => {
  const css = await Deno.readTextFile("web/styles.css");
  const [light = "", dark = ""] = css.split(`\n[data-theme="dark"] {`);
  for (const [theme, part] of [["light", light], ["dark", dark]] as const) {
    expect(part).toContain(`--surface: ${SURFACE[theme]};`);
    expect(part).toContain(`var(--primary) ${soft[theme] * 100}%`);
  }
});
