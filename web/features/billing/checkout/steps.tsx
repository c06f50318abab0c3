import { Check } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../ui/cn.ts";

export const steps = ["data", "customise", "review"] as const;
export type Step = typeof steps[number];

/** Where one is on the way to the payment. The company's data are there already, so the first step is behind. */
export function Steps({ current }: { current: Step }) {
  const { t } = useTranslation("billing");
  const at = steps.indexOf(current);
  return (
    <ol className="flex items-center gap-2 pb-3 text-meta" aria-label={t("checkout.steps")}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={cn(
            "flex items-center gap-1.5 not-first:before:h-px not-first:before:w-4 not-first:before:bg-line-strong",
            index === at ? "font-600 text-fg" : "text-fg-muted",
          )}
        >
          <span
            aria-hidden
            className={cn(
              "grid size-5 place-items-center rounded-full text-small font-600 tabular-nums",
              index <= at ? "bg-primary text-on-primary" : "bg-hover",
            )}
          >
            {index < at ? <Check className="size-3" /> : index + 1}
          </span>
          {t(`checkout.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
