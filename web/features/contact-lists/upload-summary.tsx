import { Download } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Filled } from "../../../api/features/contact-lists/contract.ts";
import { saveFile } from "../../core/files/save-file.ts";
import { formatNumber } from "../../core/words/format.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { csvOf } from "./csv.ts";

const SHOWN = 200;

/** What became of the rows of a file, and which could not be taken in, to be mended and sent again. */
export function UploadSummary({ filled, onClose }: { filled: Filled; onClose: () => void }) {
  const { t } = useTranslation("contact-lists");
  const { invalid } = filled;
  const sums = (["created", "updated", "duplicate"] as const).map((name) => [name, filled[name]] as const);
  const why = (reason: Filled["invalid"][number]["why"]) => t(`why.${reason}`);
  const save = () => {
    const head = [t("row"), t("name"), t("number"), t("reason")];
    const rows = invalid.map(({ row, name, number, why: reason }) => [String(row), name, number, why(reason)]);
    saveFile(new Blob([csvOf([head, ...rows])], { type: "text/csv" }), `${filled.list.name}.csv`);
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("upload.doneTitle")}
      closeLabel={t("do.close")}
      footer={<Button tone="primary" onClick={onClose}>{t("do.close")}</Button>}
    >
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {[...sums, ["invalid", invalid.length] as const].map(([name, n]) => (
          <div key={name} className="rounded-card border border-line p-3">
            <dt className="text-meta text-fg-muted">{t(`sum.${name}`)}</dt>
            <dd className="text-title font-600 tabular-nums">{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      {invalid.length > 0 && (
        <section className="mt-5">
          <div className="mb-2 flex items-center justify-between gap-2">
            <h3 className="font-600">{t("notTaken")}</h3>
            <Button size="small" onClick={save}>
              <Download aria-hidden /> {t("download")}
            </Button>
          </div>
          <ul className="divide-y divide-line rounded-card border border-line">
            {invalid.slice(0, SHOWN).map(({ row, name, number, why: reason }) => (
              <li key={row} className="flex flex-wrap items-center gap-x-3 px-3 py-2">
                <span className="w-20 shrink-0 text-meta text-fg-muted tabular-nums">
                  {t("row")} {formatNumber(row)}
                </span>
                <span className="min-w-0 flex-1 basis-40 truncate">
                  {[name, number].filter(Boolean).join(" · ") || "—"}
                </span>
                <span className="text-meta text-fg-muted">{why(reason)}</span>
              </li>
            ))}
          </ul>
          {invalid.length > SHOWN && (
            <p className="mt-2 text-meta text-fg-muted">{t("more", { n: formatNumber(invalid.length - SHOWN) })}</p>
          )}
        </section>
      )}
    </Sheet>
  );
}
