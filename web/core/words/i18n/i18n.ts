/// <reference path="../../vite.d.ts" />
// Texts in four languages. Shared words and every error code are in this folder, a screen's in `web/features/<f>/i18n`; the
// built app has one file for each language with what the screens say, loaded with the first that is opened.
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { ApiError } from "../../../../api/contract/client.ts";

export const languages = ["pt", "en", "es", "tr"] as const;
export type Language = typeof languages[number];
/** Languages under their own names: they are not translated. */
export const languageNames: Record<Language, string> = { pt: "Português", en: "English", es: "Español", tr: "Türkçe" };

/** Loads the texts of the first screens: the shared words, the inbox's and sharing's, by namespace. */
export type FirstWords = (lng: Language) => Promise<Record<string, object>>;
let firstWords: FirstWords = () => Promise.resolve({});

async function load(lng: Language, namespace: string): Promise<object> {
  const first = (await firstWords(lng))[namespace];
  const texts = first ?? await (await import("./files.ts")).textsOf(namespace, lng);
  if (!texts) throw new Error(`no texts: ${namespace} ${lng}`);
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
  await i18next.use(backend).use(initReactI18next).init({
    lng,
    // The four files hold the same keys (a test says so), so nothing has to be loaded twice for a fallback.
    fallbackLng: (code: string) => languages.includes(code as Language) ? [] : ["pt"],
    supportedLngs: languages,
    // The names of the screens are composed of the features' own words (`web/words.vite.ts`): the menu has them from the start.
    ns: ["core", "screens"],
    defaultNS: "core",
    fallbackNS: "core",
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  });
}

/** Loads a feature's texts ahead of its screen. */
export const loadTexts = (namespace: string): Promise<void> => i18next.loadNamespaces(namespace);

/** Switches to a person's language; anything we do not speak becomes Portuguese. */
export async function speak(tag: string): Promise<void> {
  const lng = nearest([tag]);
  if (lng !== i18next.language) await i18next.changeLanguage(lng);
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
