/// <reference path="../../vite.d.ts" />
// Texts in four languages. Shared words and every error code are in this folder, a feature's in `web/features/<f>/i18n`. The first
// words are here before anything is drawn; what all other features say is one file for each language, and each part of the app that is
// loaded when it is asked for is drawn once that is here too (`core/app-files/on-demand.ts`). So nothing drawn waits for words: while
// React waits for what one part lacks it draws nothing of the whole page, and takes back every letter that is typed.
import i18next, { type BackendModule } from "i18next";
import { ApiError } from "../../../../api/contract/client.ts";
import { FIRST_WORDS } from "./first.ts";

export const languages = ["pt", "en", "es", "tr"] as const;
export type Language = typeof languages[number];
/** Languages under their own names: they are not translated. */
export const languageNames: Record<Language, string> = { pt: "Português", en: "English", es: "Español", tr: "Türkçe" };

/** Loads the texts of the first screens: the shared words, the inbox's and sharing's, by namespace. */
export type FirstWords = (lng: Language) => Promise<Record<string, object>>;
let firstWords: FirstWords = () => Promise.resolve({});

async function load(lng: Language, namespace: string): Promise<object> {
  const texts = (await firstWords(lng))[namespace];
  if (!texts) throw new Error(`not among the first words: ${namespace} ${lng}`);
  return texts;
}
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(lng, namespace, done) {
    load(lng as Language, namespace).then((texts) => done(null, texts as never), (error) => done(error, null));
  },
};

/** The nearest language we have; Portuguese is the fallback. */
export function nearest(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languages.find((lng) => tag.toLowerCase().startsWith(lng));
    if (found) return found;
  }
  return "pt";
}

/** Starts with one language and the shared words. */
export async function startI18n(lng: Language, words: FirstWords): Promise<void> {
  firstWords = words;
  i18next.on("languageChanged", (next) => {
    document.documentElement.lang = next === "pt" ? "pt-BR" : next;
  });
  await i18next.use(backend).init({
    lng,
    // The four files hold the same keys (a test says so), so nothing has to be loaded twice for a fallback.
    fallbackLng: (code: string) => languages.includes(code as Language) ? [] : ["pt"],
    supportedLngs: languages,
    // The names of the screens are composed of the features' own words (`web/words.vite.ts`): the menu has them from the start.
    ns: ["core", "screens", ...FIRST_WORDS],
    defaultNS: "core",
    fallbackNS: "core",
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  });
}

const all = new Map<Language, Promise<void>>();
/** Loads what all features say in a language; again after it failed. */
function allOf(lng: Language): Promise<void> {
  const load = async () => {
    const { textsOf } = await import("./files.ts");
    for (const [namespace, texts] of Object.entries(await textsOf(lng))) {
      i18next.addResourceBundle(lng, namespace, texts, false, true, { silent: true, skipCopy: true });
    }
  };
  const known = all.get(lng) ?? load().catch((error) => {
    all.delete(lng);
    throw error;
  });
  all.set(lng, known);
  return known;
}

/** Resolves when these features' words are here in the language on screen; without a name, those of all. Rejects without a network. */
export async function loadWords(features?: readonly string[]): Promise<void> {
  if (features?.every((feature) => i18next.hasLoadedNamespace(feature))) return;
  let lng: Language;
  do await allOf(lng = language()); while (lng !== language());
}

/** Switches to a person's language; anything we do not speak becomes Portuguese. */
export async function speak(tag: string): Promise<void> {
  const lng = nearest([tag]);
  if (lng === i18next.language) return;
  // What is on screen says it in the new language at once, all of it.
  if (all.size > 0) await allOf(lng).catch(() => undefined);
  await i18next.changeLanguage(lng);
}

/** The language on screen. */
export const language = (): Language => (i18next.resolvedLanguage ?? "pt") as Language;

/** A refusal in words: the code's text, else the code itself, else "An error occurred!" (docs/product/api.md#errors). */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const values = { ...error.body as Record<string, unknown> };
    return i18next.t(`errors.${error.code}`, { ns: "core", defaultValue: error.code, ...values });
  }
  return i18next.t("errors.unknown", { ns: "core" });
}
/** The text of a code the server or the outbox kept. */
export const codeText = (code: string): string => i18next.t(`errors.${code}`, { ns: "core", defaultValue: code });

/** A shared word outside of components. */
export const say = (key: string, values?: Record<string, unknown>): string => i18next.t(key, { ns: "core", ...values });
