import { Plus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Holiday, schedules } from "../../../api/features/schedules/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

interface Line extends Holiday {
  key: number;
}
let lines = 0;
const asLine = (holiday: Holiday): Line => ({ ...holiday, key: lines++ });

/** The days on which the company does not work. */
export function HolidaysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("schedules");
  const { data, error, refetch } = useRead(schedules.holidays);
  const [rows, setRows] = useState<Line[] | null>(null);
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (data && !touched) setRows(data.holidays.map(asLine));
  }, [data]);
  const save = useCall(schedules.setHolidays, {
    refresh: [schedules.holidays, schedules.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
  });
  const change = (next: Line[]) => {
    setTouched(true);
    setRows(next);
  };
  const kept = rows?.filter(({ day }) => day !== "") ?? [];
  const twice = kept.find(({ day }, at) => kept.some((other, where) => where < at && other.day === day));
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t("holidays.title")}
      description={t("holidays.hint")}
      dirty={touched}
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!rows || twice) return;
        const holidays = kept.map(({ day, name }) => ({ day, name })).sort((a, b) => a.day < b.day ? -1 : 1);
        save.mutate({ body: { holidays } });
      }}
    >
      {error && !rows && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !rows && (
        <Late>
          <Skeleton className="h-40 w-full" />
        </Late>
      )}
      {rows?.length === 0 && <p className="text-fg-muted">{t("holidays.empty")}</p>}
      {rows?.map((row) => (
        <div key={row.key} className="flex items-center gap-2">
          <Input
            type="date"
            aria-label={t("holidays.day")}
            aria-invalid={row === twice || undefined}
            value={row.day}
            className="w-40 shrink-0"
            onChange={(e) => change(rows.map((one) => one === row ? { ...row, day: e.target.value } : one))}
          />
          <Input
            aria-label={t("holidays.name")}
            placeholder={t("holidays.name")}
            value={row.name}
            maxLength={100}
            onChange={(e) => change(rows.map((one) => one === row ? { ...row, name: e.target.value } : one))}
          />
          <IconButton
            small
            icon={X}
            label={t("holidays.remove", { name: row.name || row.day })}
            tip="none"
            onClick={() => change(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
      {twice && <p role="alert" className="text-meta text-danger">{t("holidays.twice")}</p>}
      {rows && (
        <Button onClick={() => change([...rows, asLine({ day: "", name: "" })])}>
          <Plus aria-hidden /> {t("holidays.add")}
        </Button>
      )}
    </FormSheet>
  );
}
