import "./startup.ts";
import "./styles.css";
import { getDefaultStore } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadBrand } from "./core/brand.ts";
import { type Language, nearest, startI18n } from "./core/i18n/i18n.ts";
import { currentMe } from "./core/me.ts";
import { languageAtom } from "./core/preferences.ts";
import { resumeSession } from "./core/session.ts";
import { startTheme } from "./core/theme.ts";
import { App } from "./shell/app.tsx";
import { watchVersion } from "./shell/version.ts";

const words: Record<Language, () => Promise<Record<string, object>>> = {
  pt: () => import("./words/pt.ts"),
  en: () => import("./words/en.ts"),
  es: () => import("./words/es.ts"),
  tr: () => import("./words/tr.ts"),
};
const me = currentMe();
const device = getDefaultStore().get(languageAtom);
startTheme();
void loadBrand(!me);
// Portuguese until somebody chooses, as the specification says; the person's own language wins.
await Promise.all([startI18n(nearest([me?.language ?? device, device]), (lng) => words[lng]()), resumeSession()]);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
watchVersion();
