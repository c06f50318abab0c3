import { RefreshCw } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Spinner } from "../../ui/spinner.tsx";

interface Props {
  by: number;
  busy: boolean;
  /** The share of the way to a fetch, 0–1. */
  share: number;
}

/** Follows the finger down, turns until the list would fetch, and spins while it does. */
export function PullSign({ by, busy, share }: Props) {
  const { t } = useTranslation();
  if (by === 0 && !busy) return null;
  return (
    <p
      role="status"
      className="pointer-events-none absolute top-2 left-1/2 z-20 grid size-9 place-items-center rounded-full border border-line bg-raised text-primary-fg shadow-float"
      style={{ translate: `-50% ${busy ? 0 : by - 44}px` }}
    >
      {busy
        ? (
          <>
            <Spinner />
            <span className="sr-only">{t("pull.busy")}</span>
          </>
        )
        : (
          <RefreshCw
            aria-hidden
            className="size-4"
            style={{ rotate: `${share * 270}deg`, opacity: 0.3 + share * 0.7 }}
          />
        )}
    </p>
  );
}
