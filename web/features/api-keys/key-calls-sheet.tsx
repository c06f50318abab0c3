import { useEffect } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type ApiKey, apiKeys } from "../../../api/features/api-keys/contract.ts";
import { useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { ProgramCalls } from "../../patterns/lists/program-calls.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";

/** The last calls of a key: when, what, and what it came to. */
export function KeyCallsSheet({ record, onClose }: { record: ApiKey; onClose: () => void }) {
  const { t } = useTranslation("api-keys");
  const { data, error, isPending, refetch } = useRead(apiKeys.calls, { params: { id: record.id } }, { keep: false });
  // A sheet that was open before has asked already: what happened since then is not in it.
  useEffect(() => void refetch(), []);
  return (
    <Sheet open onOpenChange={onClose} title={t("calls")} description={record.name} closeLabel={t("do.close")}>
      {isPending && (
        <Late>
          <Skeleton className="h-32" />
        </Late>
      )}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-fg-muted">{t("callsEmpty")}</p>}
      {data && <ProgramCalls calls={data} />}
    </Sheet>
  );
}
