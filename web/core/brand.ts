// The platform's white-label: name, colours, logos. Public, so the login screen shows it; remembered, so a start has it at once.
import { atom, getDefaultStore } from "jotai";
import { platformSettings } from "../../api/contract/settings.ts";
import { settings } from "../../api/features/settings/contract.ts";
import { callApi } from "./api.ts";
import { brandColoursAtom } from "./theme.ts";
import { setAppName } from "./title.ts";

const KEY = "recado.brand";
const FRESH_MS = 3600_000;
/** Somebody who wants it fresh is content with what was asked for a moment ago. */
const JUST_NOW_MS = 10_000;
const keys = [
  "appName",
  "allowSignup",
  "primaryColorLight",
  "primaryColorDark",
  "appLogoLight",
  "appLogoDark",
  "appLogoFavicon",
] as const;
type Brand = Partial<Record<typeof keys[number], string>>;

/** What is known of the brand; empty values mean our own. */
export const brandAtom = atom<Brand>({});

function apply(brand: Brand) {
  const jotai = getDefaultStore();
  jotai.set(brandAtom, brand);
  setAppName(brand.appName ?? "");
  // The initial colours of the platform mean that nobody chose any: our palette is tuned, they are only defaults.
  const chosen = (key: "primaryColorLight" | "primaryColorDark") =>
    brand[key]?.toLowerCase() === platformSettings[key].initial.toLowerCase() ? undefined : brand[key];
  jotai.set(brandColoursAtom, { light: chosen("primaryColorLight"), dark: chosen("primaryColorDark") });
  if (brand.appLogoFavicon) document.querySelector('link[rel="icon"]')?.setAttribute("href", brand.appLogoFavicon);
}

let loading: Promise<void> | undefined;
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
