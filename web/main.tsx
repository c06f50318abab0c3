/// <reference path="./core/vite.d.ts" />
import "./startup.ts";
import "./styles.css";
import { getDefaultStore } from "jotai";
import addresses from "virtual:first-words";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { firstScreenBegins, idle, whenIdle } from "./core/page/idle.ts";
import { onAppTooOld } from "./core/who/authorised.ts";
import { loadBrand } from "./core/brand.ts";
import { type Language, nearest, startI18n } from "./core/words/i18n/i18n.ts";
import { currentMe } from "./core/who/me.ts";
import { languageAtom } from "./core/who/preferences.ts";
import { resumeSession, whileSignedIn } from "./core/session.ts";
import { startTheme } from "./core/theme.ts";
import { App } from "./shell/app.tsx";
import { watchKeyboard } from "./shell/keyboard.ts";
import { followLaunches } from "./shell/launch.ts";
import { watchFiles } from "./core/app-files/stale-files.ts";
import { watchVersion } from "./shell/version/version.ts";
import { tooOldAtom } from "./shell/version/version-atom.ts";

type Words = Promise<Record<string, object>>;
const asked = new Map<Language, Words>();
/** What `early.js` has asked for. */
const early = (globalThis as { recadoWords?: { lng: string; answer: Promise<Response | undefined> } }).recadoWords;
/** One language's first words, asked for once. */
function words(lng: Language): Words {
  const ask = async () => (early?.lng === lng ? await early.answer : undefined) ?? await fetch(addresses[lng]);
  const known = asked.get(lng) ?? ask().then((answer) => answer.json());
  asked.set(lng, known);
  return known;
}
const me = currentMe();
const device = getDefaultStore().get(languageAtom);
startTheme();
followLaunches();
void loadBrand(!me);
watchKeyboard();
onAppTooOld(() => getDefaultStore().set(tooOldAtom, true));
// Not a file of its own: where a newer version has replaced what is still to be loaded, the page must be able to say so.
void idle().then(watchVersion);
watchFiles();
whileSignedIn(() => void whenIdle(() => import("./shell/later.ts")));
// Not awaited by the module itself: what is loaded on the way imports from the file that this one is in.
void start();

async function start() {
  // Portuguese until somebody chooses, the default; the person's own language wins.
  await Promise.all([startI18n(nearest([me?.language ?? device, device]), words), resumeSession()]);
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  firstScreenBegins();
}
