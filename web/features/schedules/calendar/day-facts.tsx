import { useTranslation } from "react-i18next";

/** What a screen reader says of a day after its number: the month, and how much is planned. */
export function DayFacts({ day, count }: { day: Date; count: number }) {
  const { t, i18n } = useTranslation("schedules");
  const month = new Intl.DateTimeFormat(i18n.language, { month: "long", year: "numeric" }).format(day);
  return <span className="sr-only">{t("openDay", { month, count })}</span>;
}
