import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type CompanyLines, overview } from "../../../api/features/overview/contract.ts";
import { useRead } from "../../core/query.ts";
import { useFresh } from "../../features/overview/use-fresh.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { LineRow } from "./line-row.tsx";

interface Props {
  company: CompanyLines;
  /** The operator restarted or disconnected one. */
  onChange: () => void;
  onClose: () => void;
}
/** The connections of one company: how they are, to restart and to disconnect. */
export function LinesDialog({ company, onChange, onClose }: Props) {
  const { t } = useTranslation("overview");
  const list = useRead(overview.all, { query: { companyId: company.id } }, { keep: false });
  useFresh(list.refetch);
  const changed = () => {
    void list.refetch();
    onChange();
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("of", { name: company.name })} closeLabel={t("do.close")}>
      {list.data
        ? list.data.length === 0 ? <p className="text-fg-muted">{t("none")}</p> : (
          <ul className="divide-y divide-line">
            {list.data.map((line) => <LineRow key={line.id} line={line} onChange={changed} />)}
          </ul>
        )
        : list.error
        ? <Failed error={list.error} onRetry={() => void list.refetch()} />
        : (
          <Late>
            <div role="status" aria-label={t("state.loading")} className="space-y-3">
              <Skeleton className="h-28 w-full" />
              <Skeleton className="h-28 w-full" />
            </div>
          </Late>
        )}
    </Sheet>
  );
}
