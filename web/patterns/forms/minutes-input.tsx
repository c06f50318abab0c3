import type { ComponentProps } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { cn } from "../../ui/cn.ts";
import { Input } from "../../ui/input.tsx";

/** The value of a field of whole numbers: none when it is empty. */
export const wholeNumber = (value: unknown): number => value === "" || value === null ? 0 : Number(value);

/** A time in minutes, or with `times` how often; 0 is off. */
export function MinutesInput({ times, className, ...props }: ComponentProps<"input"> & { times?: boolean }) {
  const { t } = useTranslation("hours");
  return (
    <span className={cn("flex items-center gap-2", className)}>
      <Input type="number" min={0} step={1} inputMode="numeric" className="w-28! tabular-nums" {...props} />
      <span className="text-fg-muted">{t(times ? "unit.times" : "unit.minutes")}</span>
    </span>
  );
}
