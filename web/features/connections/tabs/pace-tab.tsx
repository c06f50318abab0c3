import { serverNow } from "../../../core/clock.ts";
import { OctagonPause } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { pace, PaceUpdate } from "../../../../api/features/pace/contract.ts";
import { formatMoment, formatNumber, formatTime } from "../../../core/words/format.ts";
import { useCall, useRead } from "../../../core/query.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { RiskNotice } from "./risk-notice.tsx";

const numbers = ["minSeconds", "maxSeconds", "perHour", "perDay", "repliesPerMinute", "stopAfterErrors"] as const;
type Name = typeof numbers[number] | "warmUp";
const LOOK_MS = 5_000;

interface Props {
  connectionId: number;
  /** Set to what saves this tab: the sheet's button does it while the tab is shown. */
  saves: RefObject<(() => void) | null>;
  typed: PaceTyped;
  onTyped: (typed: PaceTyped) => void;
}
/** What was typed and not saved, by setting. */
export type PaceTyped = Partial<Record<Name, string>>;

/** The pace of a number's automated messages: where it stands, and its few settings. */
export function PaceTab({ connectionId, saves, typed, onTyped }: Props) {
  const { t } = useTranslation("connections");
  const params = { id: connectionId };
  const { data, refetch } = useRead(pace.show, { params }, { keep: false });
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LOOK_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  const update = useCall(pace.update, {
    refresh: [pace.show],
    onSuccess: () => {
      onTyped({});
      toast.success(t("pace.saved"));
    },
  });
  const resume = useCall(pace.resume, { refresh: [pace.show], onSuccess: () => void toast.success(t("pace.resumed")) });
  const kept = (name: Name) => name === "warmUp" ? data?.settings.warmUp.join(", ") : data?.settings[name];
  const value = (name: Name) => typed[name] ?? String(kept(name) ?? "");
  const save = () => {
    if (!data || update.isPending) return;
    const list = value("warmUp").split(/[\s,;]+/).filter(Boolean).map(Number);
    const body = { ...Object.fromEntries(numbers.map((name) => [name, Number(value(name))])), warmUp: list };
    const checked = PaceUpdate.safeParse(body);
    const bad = new Set(checked.error?.issues.map(({ path }) => String(path[0])));
    if (checked.data && checked.data.maxSeconds! < checked.data.minSeconds!) bad.add("maxSeconds");
    setWrong(bad);
    if (checked.data && bad.size === 0) update.mutate({ params, body: checked.data });
  };
  useEffect(() => {
    saves.current = save;
  });
  if (!data) return <Skeleton className="h-40 w-full" />;
  const { settings, stopped } = data;
  const field = (name: Name) => ({
    label: t(`pace.field.${name}`),
    hint: t(`pace.hint.${name}`, ""),
    error: wrong.has(name) ? t("field.invalid") : undefined,
  });
  const input = (name: Name) => ({
    value: value(name),
    inputMode: name === "warmUp" ? "text" as const : "numeric" as const,
    onChange: (e: { target: { value: string } }) => onTyped({ ...typed, [name]: e.target.value }),
  });
  return (
    <>
      <RiskNotice text={t("pace.notice")} />
      {stopped && (
        <div role="status" className="space-y-2 rounded-card bg-danger-soft p-3 text-danger">
          <p className="flex gap-2 text-body font-500">
            <OctagonPause aria-hidden className="size-4 shrink-0 translate-y-0.5" />
            <span>
              {t(`pace.stopped.${stopped.why}`)}
              {stopped.until && ` ${t("pace.until", { time: formatMoment(stopped.until) })}`}
            </span>
          </p>
          <Button size="small" busy={resume.isPending} onClick={() => resume.mutate({ params })}>
            {t("pace.resume")}
          </Button>
        </div>
      )}
      <dl className="grid grid-cols-2 gap-3 rounded-card border border-line p-3 sm:grid-cols-4">
        <Figure label={t("pace.hour")} value={of(data.hour.cold, settings.perHour)} />
        <Figure label={t("pace.day")} value={of(data.day.cold, data.day.limit)} />
        <Figure label={t("pace.all")} value={formatNumber(data.day.sent)} />
        <Figure label={t("pace.waiting")} value={formatNumber(data.waiting)} />
      </dl>
      <p className="text-meta text-fg-muted">
        {data.warmUpDay !== null && `${t("pace.warmUp", { day: data.warmUpDay, days: settings.warmUp.length })} `}
        {data.nextAt && Date.parse(data.nextAt) > serverNow() + 1000 &&
          t("pace.next", { time: formatTime(data.nextAt) })}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {numbers.map((name) => (
          <Field key={name} {...field(name)}>
            <Input {...input(name)} />
          </Field>
        ))}
      </div>
      <Field {...field("warmUp")}>
        <Input {...input("warmUp")} />
      </Field>
    </>
  );
}
const of = (value: number, limit: number) => `${formatNumber(value)} / ${formatNumber(limit)}`;

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col justify-between gap-0.5">
      <dt className="text-meta text-fg-muted">{label}</dt>
      <dd className="text-body font-600 tabular-nums">{value}</dd>
    </div>
  );
}
