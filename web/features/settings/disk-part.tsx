import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { v7 as uuid } from "uuid";
import { platformSettings } from "../../../api/contract/settings.ts";
import { settings } from "../../../api/features/settings/contract.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { useRead } from "../../core/query.ts";
import { callApi } from "../../core/who/api.ts";
import { useMe } from "../../core/who/me.ts";
import { formatBytes } from "../../core/words/format.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { cn } from "../../ui/cn.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { SaveNote } from "./save-note.tsx";
import { type Fullness, fullnessOf } from "./use-disk.ts";
import { useSetting } from "./use-setting.ts";

const TYPED_MS = 900;
const bars: Record<Fullness, string> = { fine: "bg-primary", near: "bg-warning", full: "bg-danger-fill" };
const words: Record<Fullness, string> = {
  fine: "text-fg-muted",
  near: "rounded-control bg-warning-soft p-3 text-warning",
  full: "rounded-control bg-danger-soft p-3 text-danger",
};

/** How much room the files of the company take; the platform's operators say how much there may be. */
export function DiskPart() {
  const { t } = useTranslation("settings");
  const me = useMe();
  const { data, error, refetch } = useRead(settings.disk, {}, { keep: false });
  if (!data) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="h-32 w-full max-w-160" />
      </Late>
    );
  }
  const found = fullnessOf(data);
  const used = formatBytes(data.usedBytes);
  const percent = found ? Math.floor(found[0] * 100) : 0;
  return (
    <div className="max-w-160 space-y-5">
      <p className="text-fg-muted">{t("disk.intro")}</p>
      <section className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5">
        <p className="text-lead font-600">
          {found ? t("disk.used", { used, allowed: formatBytes(data.allowedBytes!) }) : t("disk.free", { used })}
        </p>
        {found && (
          <>
            <div
              role="meter"
              aria-label={t("disk.meter", { percent })}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent}
              className="h-2.5 overflow-hidden rounded-full bg-hover"
            >
              <div className={cn("h-full rounded-full", bars[found[1]])} style={{ width: `${found[0] * 100}%` }} />
            </div>
            <p className={words[found[1]]}>{t(`disk.${found[1]}`)}</p>
          </>
        )}
        <p className="text-meta text-fg-subtle">{t("disk.what")}</p>
      </section>
      {me.super && <Limit />}
    </div>
  );
}

/** What every company may take, for the platform's operators. */
function Limit() {
  const { t } = useTranslation("settings");
  const { data } = useRead(settings.platformOne, { params: { key: "companyDiskGb" } }, { keep: false });
  const { value, change, state } = useSetting(data?.value, save, TYPED_MS);
  const wrong = value !== "" && !platformSettings.companyDiskGb.schema.safeParse(value).success;
  return (
    <section className="space-y-2">
      <Field label={t("disk.limit")} hint={t("disk.limitHint")} error={wrong ? t("field.number") : undefined}>
        <Input
          value={value}
          inputMode="decimal"
          maxLength={12}
          onChange={(e) => change(e.target.value.replace(",", "."))}
          className="max-w-40"
        />
      </Field>
      <SaveNote state={state} />
    </section>
  );
}
async function save(value: string): Promise<void> {
  const call = { params: { key: "companyDiskGb" as const }, body: { value: value.trim() } };
  await callApi(settings.updatePlatform, call, { idempotencyKey: uuid() });
  await refresh(settings.disk);
}
