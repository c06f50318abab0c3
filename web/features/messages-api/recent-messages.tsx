import { RotateCw } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { messagesApi } from "../../../api/features/messages-api/contract.ts";
import { useRead } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { codeText } from "../../core/words/i18n/i18n.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

type Tone = "neutral" | "info" | "success" | "warning" | "danger";
/** What became of a message, as the tick says it: the provider's word for it wins over ours. */
function fateOf({ status, ack }: { status: string; ack: number }): { word: string; tone: Tone } {
  if (status === "failed") return { word: "failed", tone: "danger" };
  if (status === "uncertain") return { word: "uncertain", tone: "warning" };
  if (status !== "sent") return { word: "waiting", tone: "info" };
  return { word: ack >= 3 ? "read" : ack === 2 ? "delivered" : "sent", tone: ack >= 2 ? "success" : "neutral" };
}

/** The last messages that programs sent over a connection. */
export function RecentMessages({ lineId }: { lineId: number }) {
  const { t } = useTranslation("messages-api");
  const { data, error, refetch, isFetching } = useRead(messagesApi.recent, { query: { whatsappId: lineId } }, {
    keep: false,
  });
  return (
    <section aria-label={t("recent")} className="min-w-0 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-2 pb-1">
        <h2 className="min-w-0 flex-1 text-lead font-600">{t("recent")}</h2>
        <IconButton icon={RotateCw} label={t("again")} aria-busy={isFetching} onClick={() => void refetch()} />
      </div>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="py-4 text-body text-fg-muted">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {data?.map((message) => {
          const { word, tone } = fateOf(message);
          return (
            <li key={message.id} className="flex items-start gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="flex gap-2 text-body">
                  <span dir="ltr" className="font-500 tabular-nums">{message.number}</span>
                  <span className="text-fg-subtle">{formatMoment(message.sentAt)}</span>
                </p>
                <p dir="auto" className="truncate text-meta text-fg-muted">{message.body || t("fileOnly")}</p>
                {message.error && <p className="text-meta text-danger">{codeText(message.error)}</p>}
              </div>
              <Badge tone={tone}>{t(`fate.${word}`)}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
