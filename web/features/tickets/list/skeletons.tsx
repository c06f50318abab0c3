import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";

const names = ["w-2/5", "w-1/3", "w-1/2", "w-1/4", "w-2/5", "w-1/3", "w-1/2", "w-2/5"];

/** Rows to come, in their shape. */
export function TicketSkeletons() {
  const { t } = useTranslation("tickets");
  return (
    <div role="status" aria-label={t("state.loading")} className="min-h-0 flex-1 overflow-hidden">
      <Late>
        {names.map((width, index) => (
          <div key={index} className="flex h-(--row) items-center gap-3 px-3">
            <Skeleton className="size-10 rounded-full!" />
            <div className="flex-1 space-y-2">
              <Skeleton className={`h-3.5 ${width}`} />
              <Skeleton className="h-3 w-3/4" />
              <Skeleton className="h-3 w-1/5" />
            </div>
          </div>
        ))}
      </Late>
    </div>
  );
}
