import { Sparkles } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";
import type { Assist } from "./use-assist.ts";

interface Props {
  assist: Assist;
  onUse: (text: string) => void;
}

/** What the assistant suggests, whole, above the field: taken into it or put away. */
export function SuggestionBar({ assist: { suggestion, busy, forget }, onUse }: Props) {
  const { t } = useTranslation("messages");
  return (
    <div role="status">
      {busy && (
        <p className="mx-3 mt-2 flex items-center gap-2.5 text-meta text-fg-muted">
          <Spinner /> {t("assist.thinking")}
        </p>
      )}
      {suggestion && (
        <div className="mx-3 mt-2 flex items-start gap-2.5 animate-rise">
          <Sparkles aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-fg" />
          <div className="min-w-0 flex-1 border-l-[3px] border-primary pl-2.5">
            <p className="text-meta font-600 text-primary-fg">{t("assist.suggestion")}</p>
            <p dir="auto" tabIndex={0} className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
              {suggestion.text}
            </p>
          </div>
          <span className="flex shrink-0 gap-1 max-sm:flex-col">
            <Button
              size="small"
              tone="primary"
              onClick={() => {
                onUse(suggestion.text);
                forget();
              }}
            >
              {t("assist.use")}
            </Button>
            <Button size="small" tone="quiet" onClick={forget}>{t("assist.discard")}</Button>
          </span>
        </div>
      )}
    </div>
  );
}
