/// <reference path="../../vite.d.ts" />
// The addresses of the screens' texts: a hundred of them, in a file of its own that only later screens need.

type Texts = Record<string, unknown>;
const files = import.meta.glob<Texts>([
  "../../../features/*/i18n/*.json",
  "!../../../features/{tickets,messages,session,share}/i18n/*.json",
], {
  import: "default",
});

/** The texts of one feature in one language; undefined where it has none. */
export const textsOf = (namespace: string, lng: string): Promise<Texts> | undefined =>
  files[`../../../features/${namespace}/i18n/${lng}.json`]?.();
