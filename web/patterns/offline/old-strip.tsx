import { useAtomValue } from "jotai";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useOld } from "../../core/answers/old.ts";
import { connectionAtom } from "../../core/live.ts";
import { formatAsOf } from "../../core/words/format.ts";

/** Waits this long, ms, so that one failed request before a good one shows no line. */
const SHOW_AFTER_MS = 3000;

/** The screens whose names describe a call's records, where the path has another word. */
const screenOf: Record<string, string> = {
  queue: "queues",
  ticketreport: "reports",
  usersMoments: "moments",
  whatsapp: "connections",
};

/**
 * A quiet line above the screen while some data on it is old: which, since when, and that the app is fetching it again.
 * Without a connection `OfflineStrip` reports that.
 */
export function OldStrip() {
  const { t } = useTranslation();
  const online = useAtomValue(connectionAtom) === "online";
  const old = useOld();
  const wanted = online && old !== null;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!wanted) return setLate(false);
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  if (!wanted || !late) return null;
  const [noun = "", ...others] = old.nouns;
  const what = others.length === 0 ? t(`screens:${screenOf[noun] ?? noun}.title`, { defaultValue: "" }) : "";
  const time = formatAsOf(old.since);
  return (
    <p
      role="status"
      className="flex min-h-8 shrink-0 items-center justify-center gap-2 bg-warning-soft px-3 py-1 text-meta text-warning"
    >
      <History aria-hidden className="size-4 shrink-0" />
      <span>{what ? t("device.oldOf", { what, time }) : t("device.old", { time })}</span>
    </p>
  );
}
