import { Eye } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Looking } from "../../../api/contract/support.ts";
import { support } from "../../../api/features/support/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { useNow } from "../../core/page/use-now.ts";
import { useCall } from "../../core/query.ts";
import { stopLooking } from "../../core/support.ts";
import { currentMe, setMe, useMe } from "../../core/who/me.ts";
import { formatTime } from "../../core/words/format.ts";
import { Button } from "../../ui/button.tsx";

const LOOK_MS = 10_000;

/** A line above the screen as long as support looks into the company: for its admins, and for who looks. */
export function SupportStrip({ looking }: { looking: Looking }) {
  const { t } = useTranslation();
  const me = useMe();
  useNow(LOOK_MS);
  const [leaving, setLeaving] = useState(false);
  const end = useCall(support.end, {
    onSuccess: () => {
      const now = currentMe();
      if (now) setMe({ ...now, support: null });
    },
  });
  const { by, until, mine } = looking;
  if (!mine && Date.parse(until) <= serverNow()) return null;
  const leave = () => {
    setLeaving(true);
    void stopLooking();
  };
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warning-soft px-3 py-1 text-meta text-warning"
    >
      <span className="flex min-w-0 items-center gap-2">
        <Eye aria-hidden className="size-4 shrink-0" />
        <span dir="auto" className="wrap-anywhere">
          {mine
            ? t("support.mine", { company: me.company.name, time: formatTime(until) })
            : t("support.theirs", { by, time: formatTime(until) })}
        </span>
      </span>
      <Button size="small" busy={leaving || end.isPending} onClick={mine ? leave : () => end.mutate({})}>
        {t(mine ? "support.leave" : "support.end")}
      </Button>
    </div>
  );
}
