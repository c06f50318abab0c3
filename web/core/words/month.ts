import { language } from "./i18n/i18n.ts";

/** `nov. de 2026` of `2026-11`. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(language(), { month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15`),
  );
}
