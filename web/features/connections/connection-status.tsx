import { CircleAlert, CircleCheck, CircleX, LoaderCircle, QrCode, Timer } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../../api/features/connections/contract.ts";
import { codeText } from "../../core/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";

const looks = {
  CONNECTED: { tone: "success", icon: CircleCheck },
  OPENING: { tone: "info", icon: LoaderCircle },
  qrcode: { tone: "warning", icon: QrCode },
  PAIRING: { tone: "warning", icon: LoaderCircle },
  TIMEOUT: { tone: "warning", icon: Timer },
  DISCONNECTED: { tone: "danger", icon: CircleX },
} as const;

/** A connection's state in a word, with the reason when there is one. */
export function ConnectionStatus({ connection }: { connection: Connection }) {
  const { t } = useTranslation("connections");
  const known = connection.status in looks ? connection.status as keyof typeof looks : undefined;
  const { tone, icon: Icon } = known ? looks[known] : { tone: "neutral" as const, icon: CircleAlert };
  return (
    <span className="inline-flex min-w-0 flex-col items-start gap-0.5">
      <Badge tone={tone}>
        <Icon aria-hidden /> {t(`status.${known ?? "other"}`)}
      </Badge>
      {connection.reason && connection.status !== "CONNECTED" && (
        <span className="line-clamp-2 text-meta text-fg-muted wrap-anywhere">{codeText(connection.reason)}</span>
      )}
    </span>
  );
}
