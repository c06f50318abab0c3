/// <reference path="../../vite.d.ts" />
// Where the texts of screens are: a hundred addresses, known once the first screen that is not among the first asks.

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
