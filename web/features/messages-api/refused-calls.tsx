import { RotateCw } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { messagesApi } from "../../../api/features/messages-api/contract.ts";
import { useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { ProgramCalls } from "../../patterns/lists/program-calls.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** What programs asked of a connection in vain, and why: what was carried out stands among the messages. */
export function RefusedCalls({ lineId }: { lineId: number }) {
  const { t } = useTranslation("messages-api");
  const query = { whatsappId: lineId, refused: "true" as const };
  const { data, error, refetch, isFetching } = useRead(messagesApi.calls, { query }, { keep: false });
  return (
    <section aria-label={t("refusedCalls")} className="min-w-0 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-2 pb-1">
        <h2 className="min-w-0 flex-1 text-lead font-600">{t("refusedCalls")}</h2>
        <IconButton icon={RotateCw} label={t("again")} aria-busy={isFetching} onClick={() => void refetch()} />
      </div>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="py-4 text-body text-fg-muted">{t("refusedNone")}</p>}
      {data && <ProgramCalls calls={data} />}
    </section>
  );
}
