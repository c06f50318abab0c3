import { countryOf } from "../../../api/contract/rules/phone.ts";
import { language } from "../../core/words/i18n/i18n.ts";
import { useMe } from "../../core/who/me.ts";

/** The calling code of numbers that are written without one: by where the company is, else by the person's language. */
export function useCountry(): string {
  const { company: { timezone } } = useMe();
  if (/Istanbul/.test(timezone)) return "90";
  if (/Lisbon/.test(timezone)) return "351";
  if (/Madrid|Canary/.test(timezone)) return "34";
  return /Sao_Paulo|Manaus|Bahia|Fortaleza|Recife|Belem|Cuiaba|Campo_Grande/.test(timezone)
    ? "55"
    : countryOf(language());
}
