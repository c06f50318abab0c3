import { Angry, Frown, Laugh, Meh, Smile } from "lucide-react";
import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { ratingFace } from "../../api/contract/words/rating.ts";
import { formatNumber } from "../core/words/format.ts";
import { cn } from "../ui/cn.ts";

const faces = [
  [Angry, "text-danger"],
  [Frown, "text-danger"],
  [Meh, "text-warning"],
  [Smile, "text-success"],
  [Laugh, "text-success"],
] as const;

/** A customer's rating of a ticket, or the average of several: one of five faces and the number, 0 to 10. */
export function Rating({ value, className }: { value: number; className?: string }) {
  const { t } = useTranslation();
  const [Face, colour] = faces[ratingFace(value) - 1]!;
  const name = t("rating", { value: formatNumber(value) });
  return (
    <span title={name} className={cn("inline-flex shrink-0 items-center gap-1 font-500 tabular-nums", className)}>
      <Face aria-hidden className={cn("size-[1.15em]", colour)} />
      <span aria-hidden>{formatNumber(value)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}
