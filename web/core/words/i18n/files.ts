// Where the screens' texts are: one file for each language, which only later screens need. A device that keeps the app asks for its
// files one after the other; with one for each screen and language they were more than all the rest.
import type { Language } from "./i18n.ts";

const files = {
  pt: () => import("./screens-pt.ts"),
  en: () => import("./screens-en.ts"),
  es: () => import("./screens-es.ts"),
  tr: () => import("./screens-tr.ts"),
};

/** The texts of one feature in one language; undefined where it has none. */
export async function textsOf(namespace: string, lng: Language): Promise<Record<string, unknown> | undefined> {
  return (await files[lng]()).default[`../../../features/${namespace}/i18n/${lng}.json`];
}
