import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { errorText } from "../../core/words/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Drawing, type DrawingName } from "../../ui/drawing.tsx";

interface Props {
  /** A drawing by its name, or a screen's own sign. */
  drawing: DrawingName | ReactElement;
  title: ReactNode;
  hint?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  heading?: "h1" | "h2";
}

/** Nothing here yet: why, and what to do next. */
export function Empty({ drawing, title, hint, action, heading: Heading = "h2" }: Props) {
  return (
    <div className="mx-auto flex max-w-100 flex-col items-center px-6 py-12 text-center">
      {typeof drawing === "string" ? <Drawing name={drawing} /> : drawing}
      <Heading className="mt-4 text-lead font-600 wrap-anywhere">{title}</Heading>
      {hint && <p className="mt-1 text-body text-fg-muted">{hint}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** A failure: what happened, what is safe, and another try. */
export function Failed({ error, onRetry, title }: { error: unknown; onRetry: () => void; title?: string }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Empty
        drawing="cloud"
        title={title ?? t("list.error")}
        hint={`${errorText(error)} ${t("list.errorHint")}`}
        action={<Button onClick={onRetry}>{t("do.retry")}</Button>}
      />
    </div>
  );
}
