// The platform's white-label: name, colours, logos. Public, so the login screen shows it; remembered, so a start has it at once.
import { atom, getDefaultStore } from "jotai";
import { readIcons } from "../../api/contract/rules/brand.ts";
import { DEFAULT_APP_NAME, platformSettings, PRODUCT_NAME } from "../../api/contract/settings.ts";
import { settings } from "../../api/features/settings/contract.ts";
import { callApi } from "./who/api.ts";
import { brandColoursAtom } from "./theme.ts";
import { setAppName } from "./page/title.ts";

const KEY = "recado.brand";
const FRESH_MS = 3600_000;
/** A screen that wants the brand fresh accepts an answer of this age, ms. */
const JUST_NOW_MS = 10_000;
const keys = [
  "appName",
  "allowSignup",
  "primaryColorLight",
  "primaryColorDark",
  "appLogoLight",
  "appLogoDark",
  "appLogoFavicon",
  "appIcons",
] as const;
type Brand = Partial<Record<typeof keys[number], string>>;

/** The brand as far as it is known; empty values mean our own. */
export const brandAtom = atom<Brand>({});

/** The app's name: the platform's, and the product's own until that is known, so that no other name flashes by. */
export function brandName({ appName }: Brand): string {
  return appName === undefined ? PRODUCT_NAME : appName || DEFAULT_APP_NAME;
}

function apply(brand: Brand) {
  const jotai = getDefaultStore();
  jotai.set(brandAtom, brand);
  setAppName(brandName(brand));
  // The platform's initial colours mean that no operator chose any: then our own palette, which is tuned, applies.
  const chosen = (key: "primaryColorLight" | "primaryColorDark") =>
    brand[key]?.toLowerCase() === platformSettings[key].initial.toLowerCase() ? undefined : brand[key];
  jotai.set(brandColoursAtom, { light: chosen("primaryColorLight"), dark: chosen("primaryColorDark") });
  const head = (selector: string, attribute: string, value: string | undefined, own: string) =>
    document.querySelector(selector)?.setAttribute(attribute, value || own);
  const icons = readIcons(brand.appIcons);
  const apple = icons.find((icon) => icon.purpose === "apple") ?? icons.find((icon) => icon.purpose === "any");
  head('link[rel="icon"]', "href", brand.appLogoFavicon, "/icons/icon.svg");
  head('link[rel="apple-touch-icon"]', "href", apple?.src, "/icons/apple-180.png");
  head('meta[name="apple-mobile-web-app-title"]', "content", brand.appName, PRODUCT_NAME);
}

let loading: Promise<void> | undefined;
/** Fetches the brand now, after a change on this device. */
export async function reloadBrand(): Promise<void> {
  await loading;
  localStorage.removeItem(KEY);
  await loadBrand(true);
}
/** Shows the remembered brand, and asks for it again when it is old or the screen wants it fresh; once for all who ask at a time. */
export function loadBrand(fresh: boolean): Promise<void> {
  return loading ??= load(fresh).finally(() => loading = undefined);
}
async function load(fresh: boolean): Promise<void> {
  let known: { at: number; brand: Brand } = { at: 0, brand: {} };
  try {
    known = JSON.parse(localStorage.getItem(KEY) ?? "") as typeof known;
  } catch { /* nothing remembered */ }
  apply(known.brand);
  if (Date.now() - known.at < (fresh ? JUST_NOW_MS : FRESH_MS)) return;
  try {
    const values = await callApi(settings.publicAll);
    const brand: Brand = Object.fromEntries(keys.map((key) => [key, values[key]]));
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), brand }));
    apply(brand);
  } catch { /* the remembered brand stays */ }
}
