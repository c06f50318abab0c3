import { type ComponentType, lazy } from "react";
import type { Screen } from "../page/screen.ts";
import { loadTexts } from "../words/i18n/i18n.ts";
import { reloadOnce } from "./stale-files.ts";

/**
 * A screen that is loaded, with its words, when first shown. A file that is gone means that a newer version was put in place
 * while this one was open: one reload brings it.
 */
export function lazyScreen({ load, words }: Pick<Screen, "load" | "words">): ComponentType {
  return lazy<ComponentType>(async () => {
    try {
      const [component] = await Promise.all([load(), ...words.map(loadTexts)]);
      return { default: component };
    } catch (error) {
      return await reloadOnce(error);
    }
  });
}
