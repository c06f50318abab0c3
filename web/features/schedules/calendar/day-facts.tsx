import type { TFunction } from "i18next";
import { formatLongMonth } from "../../../core/words/format.ts";

/** What a screen reader says of a day after its number: the month, and how much is planned. */
export function DayFacts({ t, day, count }: { t: TFunction; day: Date; count: number }) {
  return <span className="sr-only">{t("openDay", { month: formatLongMonth(day), count })}</span>;
}
