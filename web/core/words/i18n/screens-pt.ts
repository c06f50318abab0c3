/// <reference path="../../vite.d.ts" />
// What the screens say in this language: one file of the built app.
export default import.meta.glob<Record<string, unknown>>([
  "../../../features/*/i18n/pt.json",
  "!../../../features/{tickets,messages,session,share}/i18n/*.json",
], { import: "default", eager: true });
