import { useId } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Level, levels } from "../../../../api/features/notifications/contract.ts";
import { changeRules } from "../rules.ts";
import { useAtOnce } from "./use-at-once.ts";

/** What rings, in four steps, each explained in one line. */
export function LevelChoice({ level }: { level: Level }) {
  const { t } = useTranslation("notifications");
  const name = useId();
  const [shown, show] = useAtOnce(level);
  return (
    <fieldset className="space-y-0.5">
      <legend className="sr-only">{t("level.title")}</legend>
      {levels.map((choice) => (
        <label
          key={choice}
          className="-mx-2 flex cursor-pointer items-start gap-3 rounded-control px-2 py-1.5 hover:bg-hover touch:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={shown === choice}
            aria-labelledby={`${name}-${choice}`}
            aria-describedby={`${name}-${choice}-hint`}
            onChange={() => {
              show(choice);
              void changeRules({ level: choice });
            }}
            className="mt-0.5 size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface checked:border-[5px] checked:border-primary touch:size-5 touch:checked:border-6"
          />
          <span className="min-w-0">
            <span id={`${name}-${choice}`} className="block font-500">{t(`level.${choice}`)}</span>
            <span id={`${name}-${choice}-hint`} className="block text-meta text-fg-muted">
              {t(`level.${choice}Hint`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
