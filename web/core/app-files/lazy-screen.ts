import type { ComponentType, ReactNode } from "react";
import type { Screen } from "../page/screen.ts";
import { loadWords } from "../words/i18n/i18n.ts";
import { onDemand } from "./on-demand.ts";
import { reloadOnce } from "./stale-files.ts";

/**
 * A screen that is loaded, with its words, when first shown. A file that is gone means that a newer version was put in place
 * while this one was open: one reload brings it.
 */
export function lazyScreen({ load, words }: Pick<Screen, "load" | "words">, meanwhile: ReactNode): ComponentType {
  const whole = async () => {
    const [component] = await Promise.all([load(), loadWords(words)]);
    return component;
  };
  return onDemand(() => whole().catch(reloadOnce), meanwhile, words);
}
