import { MonitorSmartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import type { DraftChoice } from "./use-draft.ts";

interface Props {
  /** What the other device has; empty: it was sent or deleted there. */
  text: string;
  /** True where there is nothing here that could be joined or lost. */
  empty: boolean;
  onChoose: (choice: DraftChoice) => void;
}

/** A quiet line above the box: another device of the same person wrote meanwhile. Nothing moves until they say so. */
export function OtherDevice({ text, empty, onChoose }: Props) {
  const { t } = useTranslation("messages");
  const gone = text === "";
  return (
    <div
      role="status"
      data-elsewhere
      // The cursor stays in the box: leaving it would already be an answer.
      onMouseDown={(e) => e.preventDefault()}
      className="mx-3 mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-meta animate-rise"
    >
      <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-fg-subtle" />
      <p className="min-w-0 flex-1 basis-48 line-clamp-2 text-fg-muted wrap-anywhere" title={text}>
        {gone ? t("elsewhere.gone") : t("elsewhere.wrote", { text })}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button size="small" className="touch:h-11" onClick={() => onChoose("theirs")}>
          {t(gone ? "elsewhere.clear" : "elsewhere.use")}
        </Button>
        {!gone && !empty && (
          <Button size="small" className="touch:h-11" onClick={() => onChoose("both")}>{t("elsewhere.join")}</Button>
        )}
        <Button size="small" className="touch:h-11" tone="quiet" onClick={() => onChoose("mine")}>
          {t(empty ? "elsewhere.discard" : "elsewhere.keep")}
        </Button>
      </span>
    </div>
  );
}
