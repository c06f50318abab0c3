import { type ComponentType, lazy } from "react";
import { loadTexts } from "../core/words/i18n/i18n.ts";
import { reloadOnce } from "./version/stale-files.ts";

/**
 * A screen that is loaded, with its texts, when first shown. A file that is gone means that a newer version was put in place
 * while this one was open: one reload brings it.
 */
export function screen<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
  texts: readonly string[],
): ComponentType {
  return lazy<ComponentType>(async () => {
    try {
      const [module] = await Promise.all([load(), ...texts.map(loadTexts)]);
      return { default: module[name] };
    } catch (error) {
      return await reloadOnce(error);
    }
  });
}
