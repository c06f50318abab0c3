import { Forward, History } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { formatMoment, formatTime } from "../../../core/words/format.ts";
import type { Tick } from "./tick.ts";
import { Ticks } from "./ticks.tsx";

interface Props {
  at: string | number;
  tick: Tick | null;
  edited?: boolean;
  forwarded?: boolean;
  /** When it arrived, where that was long after it was written. */
  receivedAt?: string | null;
}
/** Less than this under way is no news, ms. */
const LATE_MS = 5 * 60_000;

/** Whether a message arrived so late that it is said. */
export const isLate = (at: string | number, receivedAt: string | null | undefined): receivedAt is string =>
  typeof receivedAt === "string" && Date.parse(receivedAt) - new Date(at).getTime() > LATE_MS;

/** Time and ticks at the end of the last line: a spacer keeps their room, they stand in the corner. */
export function BubbleMeta({ at, tick, edited, forwarded, receivedAt }: Props) {
  const { t } = useTranslation("messages");
  const inner = (mark: ReactNode) => (
    <>
      {forwarded && (
        <>
          <Forward aria-hidden className="size-3.5" /> <span>{t("forwarded")}</span>
        </>
      )}
      {edited && <span>{t("edited")}</span>}
      {isLate(at, receivedAt) && (
        <span title={t("late", { when: formatMoment(receivedAt) })}>
          <History aria-label={t("late", { when: formatMoment(receivedAt) })} className="size-3.5" />
        </span>
      )}
      <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      {mark}
    </>
  );
  const line = "items-center gap-1 text-small whitespace-nowrap text-fg-subtle";
  return (
    <>
      <span aria-hidden className={`invisible ml-2 inline-flex h-0 overflow-hidden align-bottom ${line}`}>
        {inner(tick && <span className="size-4" />)}
      </span>
      <span className={`absolute right-2.5 bottom-1.5 flex ${line}`}>{inner(tick && <Ticks tick={tick} />)}</span>
    </>
  );
}
