import { Hourglass, TimerOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../../../core/words/format.ts";
import { cn } from "../../../../ui/cn.ts";
import { hoursAndMinutes, type ReplyWindow } from "./reply-window.ts";

/** How long one may still answer; known before anything is typed. */
export function WindowBanner({ window, hours }: { window: ReplyWindow; hours: number }) {
  const { t } = useTranslation("messages");
  if (window.state === "none") return null;
  const closed = window.state === "closed";
  const Icon = closed ? TimerOff : Hourglass;
  const left = hoursAndMinutes(window.left);
  return (
    <p
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
      {closed
        ? t("window.closed", { hours })
        : t(left.hours > 0 ? "window.open" : "window.soon", { ...left, time: formatTime(window.until) })}
    </p>
  );
}
