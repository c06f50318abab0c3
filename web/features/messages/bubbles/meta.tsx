import { Forward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../../core/format.ts";
import type { Tick } from "./tick.ts";
import { Ticks } from "./ticks.tsx";

interface Props {
  at: string | number;
  tick: Tick | null;
  edited?: boolean;
  forwarded?: boolean;
}

/** Time and ticks at the end of the last line: a spacer keeps their room, they stand in the corner. */
export function BubbleMeta({ at, tick, edited, forwarded }: Props) {
  const { t } = useTranslation("messages");
  const inner = (
    <>
      {forwarded && <Forward aria-label={t("forwarded")} className="size-3.5" />}
      {edited && <span>{t("edited")}</span>}
      <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      {tick && <Ticks tick={tick} />}
    </>
  );
  const line = "items-center gap-1 text-[11px] leading-4 whitespace-nowrap text-fg-subtle";
  return (
    <>
      <span aria-hidden className={`invisible ml-2 inline-flex h-0 overflow-hidden align-bottom ${line}`}>{inner}</span>
      <span className={`absolute right-2.5 bottom-1.5 flex ${line}`}>{inner}</span>
    </>
  );
}
