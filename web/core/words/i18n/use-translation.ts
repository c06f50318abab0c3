// A feature's words in a component. The hook of react-i18next builds options, a proxy and a dozen hooks at every render, and a
// conversation asks for words a hundred times.
import i18next, { type TFunction } from "i18next";
import { useSyncExternalStore } from "react";

interface Words<N extends string> {
  t: TFunction<N>;
  i18n: typeof i18next;
}
let known = new Map<string, Words<string>>();
const drawn = new Set<() => void>();

i18next.on("languageChanged", () => {
  known = new Map();
  drawn.forEach((draw) => draw());
});

function wordsOf(namespace: string): Words<string> {
  const words = known.get(namespace) ?? { t: i18next.getFixedT(null, namespace), i18n: i18next };
  known.set(namespace, words);
  return words;
}
function whenChanged(draw: () => void): () => void {
  drawn.add(draw);
  return () => drawn.delete(draw);
}

/** The words of a feature, or the shared ones, in the language on screen. Drawn anew when another language is chosen. */
export function useTranslation<N extends string = "core">(namespace?: N): Words<N> {
  return useSyncExternalStore(whenChanged, () => wordsOf(namespace ?? "core")) as Words<N>;
}
