import { serverNow } from "../../core/clock.ts";
import { CircleAlert, CircleCheck, CircleX, LoaderCircle, QrCode, Smartphone, Timer } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { ChannelInfo, Connection } from "../../../api/features/connections/contract.ts";
import { formatMoment, formatTime } from "../../core/words/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { reasonText } from "./channel/words.ts";

const looks = {
  CONNECTED: { tone: "success", icon: CircleCheck },
  OPENING: { tone: "info", icon: LoaderCircle },
  qrcode: { tone: "warning", icon: QrCode },
  PAIRING: { tone: "warning", icon: Smartphone },
  TIMEOUT: { tone: "warning", icon: Timer },
  DISCONNECTED: { tone: "danger", icon: CircleX },
} as const;

/** Within the day, and the night after it, a time says enough. */
const NEAR_MS = 16 * 3_600_000;
const when = (at: string) => serverNow() - Date.parse(at) < NEAR_MS ? formatTime(at) : formatMoment(at);

/** A connection's state in a word; below it, while it is not up, why and since when. */
export function ConnectionStatus({ connection, channel }: {
  connection: Pick<Connection, "status" | "reason" | "since"> & Partial<Pick<Connection, "retries">>;
  channel?: ChannelInfo;
}) {
  const { t } = useTranslation("connections");
  const { status, reason, since, retries = 0 } = connection;
  const known = status in looks ? status as keyof typeof looks : undefined;
  const { tone, icon: Icon } = known ? looks[known] : { tone: "neutral" as const, icon: CircleAlert };
  const cause = reasonText(channel, reason);
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Badge tone={tone}>
        <Icon aria-hidden className={status === "OPENING" ? "motion-safe:animate-spin" : undefined} />
        {t(`status.${known ?? "other"}`)}
      </Badge>
      {status !== "CONNECTED" && (
        <span className="text-meta text-fg-muted">
          {cause && <span className="block wrap-anywhere text-fg">{cause}</span>}
          <time dateTime={since}>{t("since", { when: when(since) })}</time>
          {retries > 1 && (
            <>
              {" · "}
              <span className="whitespace-nowrap">{t("retries", { count: retries })}</span>
            </>
          )}
        </span>
      )}
    </span>
  );
}
