import { Hourglass, TimerOff } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { daysAgo, formatTime } from "../../../../core/words/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { cn } from "../../../../ui/cn.ts";
import { hoursAndMinutes, type ReplyWindow } from "./reply-window.ts";

/** Before its last hours the window is nothing to think of, ms. */
const SHOWN_MS = 6 * 3_600_000;

interface Props {
  window: ReplyWindow;
  hours: number;
  /** Offers an approved text, where the channel has any. */
  onTemplate?: () => void;
}
/** How long one may still answer; known before anything is typed. */
export function WindowBanner({ window, hours, onTemplate }: Props) {
  const { t } = useTranslation("messages");
  if (window.state === "none" || (window.state === "open" && window.left > SHOWN_MS)) return null;
  const closed = window.state === "closed";
  const Icon = closed ? TimerOff : Hourglass;
  const left = hoursAndMinutes(window.left);
  return (
    <div
      role={closed ? "status" : undefined}
      className={cn(
        "flex items-center gap-2 border-t border-line px-4 py-1.5 text-meta",
        closed
          ? "bg-warning-soft text-warning"
          : window.state === "soon"
          ? "bg-surface font-500 text-warning"
          : "bg-surface text-fg-subtle",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {closed
          ? t(onTemplate ? "window.closedTemplate" : "window.closed", { hours })
          : t(left.hours > 0 ? "window.open" : "window.soon", {
            ...left,
            time: t(daysAgo(window.until) < 0 ? "window.tomorrow" : "window.today", { time: formatTime(window.until) }),
          })}
      </span>
      {closed && onTemplate && <Button size="small" onClick={onTemplate}>{t("template.use")}</Button>}
    </div>
  );
}
