import { Download, Package, Trash2 } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type CompanyExport, companyExports } from "../../../api/features/company-exports/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatBytes, formatMoment, formatNumber } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";

const refresh = [companyExports.show];

/** Everything that the company has, as one file, as a tab of the settings. */
export function ExportPart() {
  const { t } = useTranslation("company-exports");
  const { data, error, refetch } = useRead(companyExports.show, {}, { keep: false });
  if (!data) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="h-32 w-full max-w-160" />
      </Late>
    );
  }
  return (
    <div className="max-w-160 space-y-5">
      <p className="text-fg-muted">{t("intro")}</p>
      {data.export ? <Asked of={data.export} /> : <Ask />}
      <p className="text-meta text-fg-subtle">{t("stays")}</p>
    </div>
  );
}

function Ask() {
  const { t } = useTranslation("company-exports");
  const ask = useCall(companyExports.ask, { refresh });
  return (
    <section className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5">
      <p>{t("how")}</p>
      <Button tone="primary" busy={ask.isPending} onClick={() => ask.mutate({})}>
        <Package aria-hidden />
        {t("ask")}
      </Button>
    </section>
  );
}

function Asked({ of }: { of: CompanyExport }) {
  const { t } = useTranslation("company-exports");
  const take = useCall(companyExports.take, { refresh });
  const drop = useCall(companyExports.drop, { refresh });
  const ask = useCall(companyExports.ask, { refresh });
  const there = of.status === "ready" || of.status === "taken";
  const remove = async () => {
    const title = t(there ? "dropTitle" : "stopTitle");
    if (await confirm({ title, text: t("dropText"), action: t(there ? "do.delete" : "stop"), danger: true })) {
      drop.mutate({});
    }
  };
  return (
    <section className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5" aria-live="polite">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 space-y-1">
          <p className="flex items-center gap-2 text-lead font-600">
            {of.status === "building" && <Spinner />}
            {t(`status.${of.status}`)}
          </p>
          <p className="text-fg-muted wrap-anywhere">
            {t("asked", { name: of.askedBy, when: formatMoment(of.askedAt) })}
          </p>
        </div>
        {of.status !== "failed" && (
          <IconButton
            icon={Trash2}
            label={t(there ? "do.delete" : "stop")}
            onClick={() => void remove()}
          />
        )}
      </div>
      {of.status === "building" && <p className="text-fg-muted">{t("building")}</p>}
      {there && (
        <>
          <p className="text-fg-muted tabular-nums">
            {t("contents", {
              rows: formatNumber(of.rows ?? 0),
              files: formatNumber(of.files ?? 0),
              size: formatBytes(of.bytes ?? 0),
            })}
          </p>
          <Button
            tone={of.status === "ready" ? "primary" : "plain"}
            busy={take.isPending}
            onClick={() => take.mutate({}, { onSuccess: ({ link }) => link && follow(link) })}
          >
            <Download aria-hidden />
            {t(of.status === "ready" ? "download" : "again")}
          </Button>
          <p className="text-meta text-fg-subtle">{t("until", { when: formatMoment(of.expiresAt!) })}</p>
        </>
      )}
      {of.status === "failed" && (
        <>
          <p className="text-fg-muted">{t("failed")}</p>
          <Button tone="primary" busy={ask.isPending} onClick={() => ask.mutate({})}>{t("do.retry")}</Button>
        </>
      )}
    </section>
  );
}

/** The browser downloads it by itself, goes on where the network broke, and shows how far it is. */
function follow(link: string): void {
  const anchor = document.createElement("a");
  anchor.href = link;
  anchor.download = "";
  anchor.click();
}
