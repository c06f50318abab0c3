import { useAtomValue } from "jotai";
import { CheckCheck, CloudOff, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../core/format.ts";
import { connectionAtom, lastSeenAtom } from "../core/live.ts";
import { outboxCountAtom } from "../core/outbox.ts";
import { cn } from "../ui/cn.ts";

const SHOW_AFTER_MS = 3000;
const DONE_MS = 3000;

/** A quiet line when the network is gone for more than 3 seconds, and when everything has been sent again. */
export function OfflineStrip() {
  const { t } = useTranslation();
  const state = useAtomValue(connectionAtom);
  const seen = useAtomValue(lastSeenAtom);
  const { waiting } = useAtomValue(outboxCountAtom);
  const [shown, setShown] = useState<"lost" | "done" | null>(null);
  const wasLost = useRef(false);
  const lost = state === "offline" || state === "behind";
  useEffect(() => {
    if (lost) {
      const timer = setTimeout(() => {
        wasLost.current = true;
        setShown("lost");
      }, state === "behind" ? 0 : SHOW_AFTER_MS);
      return () => clearTimeout(timer);
    }
    if (state !== "online" || waiting > 0) return;
    if (!wasLost.current) return setShown(null);
    wasLost.current = false;
    setShown("done");
    const timer = setTimeout(() => setShown(null), DONE_MS);
    return () => clearTimeout(timer);
  }, [lost, state, waiting]);
  if (!shown) return null;
  const done = shown === "done";
  const Icon = done ? CheckCheck : state === "offline" ? CloudOff : RefreshCw;
  return (
    <p
      role="status"
      className={cn(
        "flex min-h-8 shrink-0 items-center justify-center gap-2 px-3 py-1 text-meta",
        done ? "bg-success-soft text-success" : "bg-warning-soft text-warning",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {done ? t("net.sent") : state === "offline" ? t("net.offline", { time: formatTime(seen) }) : t("net.behind")}
        {!done && waiting > 0 && ` · ${t("net.waiting", { count: waiting })}`}
      </span>
    </p>
  );
}
