import { useAtomValue } from "jotai";
import { CheckCheck, CloudOff, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { formatAsOf } from "../../core/words/format.ts";
import { connectionAtom, lastSeenAtom } from "../../core/live.ts";
import { outboxCountAtom } from "../../core/outbox.ts";
import { deviceStorageAtom } from "../../core/store/store.ts";
import { cn } from "../../ui/cn.ts";
import { OutboxCount } from "./outbox-count.tsx";

const SHOW_AFTER_MS = 3000;
const DONE_MS = 3000;

/** Shows after three seconds, so that a short gap shows nothing; and for a moment when all is well again. */
function useShown(lost: boolean, waiting: number): "lost" | "done" | null {
  const [shown, setShown] = useState<"lost" | "done" | null>(null);
  const wasLost = useRef(false);
  useEffect(() => {
    if (lost) {
      const timer = setTimeout(() => {
        wasLost.current = true;
        setShown("lost");
      }, SHOW_AFTER_MS);
      return () => clearTimeout(timer);
    }
    if (waiting > 0) return;
    if (!wasLost.current) return setShown(null);
    wasLost.current = false;
    setShown("done");
    const timer = setTimeout(() => setShown(null), DONE_MS);
    return () => clearTimeout(timer);
  }, [lost, waiting]);
  return shown;
}

/** A quiet line above the screen: offline, connecting or behind, and the time of the data on screen; it covers nothing. */
export function OfflineStrip() {
  const { t } = useTranslation();
  const state = useAtomValue(connectionAtom);
  const seen = useAtomValue(lastSeenAtom);
  const storage = useAtomValue(deviceStorageAtom);
  const { waiting } = useAtomValue(outboxCountAtom);
  const shown = useShown(state !== "online", waiting);
  if (!shown) {
    // Without storage the app works only as long as it is open and online: people must know that.
    return storage !== "unavailable" ? null : (
      <p
        role="status"
        className="flex min-h-8 shrink-0 items-center justify-center gap-2 bg-hover px-3 py-1 text-meta text-fg-muted"
      >
        <CloudOff aria-hidden className="size-4 shrink-0" /> <span>{t("device.unavailable")}</span>
      </p>
    );
  }
  const done = shown === "done";
  const Icon = done ? CheckCheck : state === "offline" ? CloudOff : RefreshCw;
  const word = state === "online" ? "behind" : state;
  return (
    <div
      role="status"
      className={cn(
        "flex min-h-8 shrink-0 items-center justify-center gap-2 px-3 py-1 text-meta",
        done ? "bg-success-soft text-success" : "bg-warning-soft text-warning",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {done ? t("net.sent") : t(`device.${word}`)}
        {!done && seen > 0 && ` · ${t("device.asOf", { time: formatAsOf(seen) })}`}
      </span>
      {!done && <OutboxCount />}
    </div>
  );
}
