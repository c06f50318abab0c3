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

/** What was said once is not looked up again: a sentence without values is the same until the language changes. */
function remembering(t: TFunction<string>): TFunction<string> {
  const said = new Map<string, string>();
  const say = (...asked: Parameters<TFunction<string>>) => {
    const [key] = asked;
    if (asked.length > 1 || typeof key !== "string") return t(...asked);
    const text = said.get(key) ?? t(key);
    // A key that is its own text may not be here yet.
    if (text !== key) said.set(key, text);
    return text;
  };
  // Its type says more of what values do to an answer than a function can.
  return say as unknown as TFunction<string>;
}
function wordsOf(namespace: string): Words<string> {
  const words = known.get(namespace) ?? { t: remembering(i18next.getFixedT(null, namespace)), i18n: i18next };
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
