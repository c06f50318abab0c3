// Where the screens' texts are: one file for each language, which only later screens need. A device that keeps the app asks for its
// files one after the other; with one for each screen and language they were more than all the rest.
import type { Language } from "./i18n.ts";

const files = {
  pt: () => import("./screens-pt.ts"),
  en: () => import("./screens-en.ts"),
  es: () => import("./screens-es.ts"),
  tr: () => import("./screens-tr.ts"),
};

/** The texts of all features that are not among the first words, by namespace. */
export async function textsOf(lng: Language): Promise<Record<string, object>> {
  const byPath = Object.entries((await files[lng]()).default);
  return Object.fromEntries(byPath.map(([path, texts]) => [path.split("/").at(-3) ?? path, texts]));
}
