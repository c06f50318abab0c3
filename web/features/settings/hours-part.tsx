import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Schedules } from "../../../api/contract/rules/schedule.ts";
import { companies } from "../../../api/features/companies/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useCall, useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { useHold } from "../../patterns/use-hold.ts";
import { WeekHours } from "../../patterns/forms/week-hours.tsx";
import { Button } from "../../ui/button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

/** The company's service hours. Half a change would send customers away, so these are saved by a button. */
export function HoursPart() {
  const { t } = useTranslation("settings");
  const { companyId } = useMe();
  const params = { id: companyId };
  const { data, error, refetch } = useRead(companies.show, { params }, { keep: false });
  const [edited, setEdited] = useState<Schedules | null>(null);
  useHold("form", edited !== null);
  const save = useCall(companies.schedules, {
    onSuccess: () => {
      toast.success(t("hours.saved"));
      // What was saved stays on screen until it is read again.
      void refetch().then(() => setEdited(null));
    },
  });
  if (!data) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="h-90 w-full max-w-200" />
      </Late>
    );
  }
  return (
    <div className="max-w-200 space-y-4">
      <p className="text-fg-muted">{t("hours.intro")}</p>
      <WeekHours value={edited ?? data.schedules} onChange={setEdited} />
      <div className="sticky bottom-0 flex items-center gap-3 border-t border-line bg-surface py-3">
        <Button
          tone="primary"
          disabled={edited === null}
          busy={save.isPending}
          onClick={() => edited && save.mutate({ params, body: { id: companyId, schedules: edited } })}
        >
          {t("do.save", { ns: "core" })}
        </Button>
        {edited !== null && <span className="text-meta text-fg-muted">{t("confirm.unsaved", { ns: "core" })}</span>}
      </div>
    </div>
  );
}
