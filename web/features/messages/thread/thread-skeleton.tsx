import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../ui/cn.ts";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";

const bubbles = ["h-9 w-2/5", "h-14 w-1/2", "h-9 w-1/3 self-end", "h-9 w-1/4", "h-14 w-2/5 self-end", "h-9 w-1/2"];

/** Bubbles to come, in their shape. */
export function ThreadSkeleton() {
  const { t } = useTranslation("messages");
  return (
    <div role="status" aria-label={t("state.loading")} className="flex-1">
      <Late>
        <div className="flex h-full flex-col justify-end gap-3 p-5">
          {bubbles.map((shape) => <Skeleton key={shape} className={cn("rounded-bubble!", shape)} />)}
        </div>
      </Late>
    </div>
  );
}
