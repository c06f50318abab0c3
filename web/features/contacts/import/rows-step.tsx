import { useMemo, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { VList } from "virtua";
import { formatNumber } from "../../../core/words/format.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { type FileRow, problemOf } from "../../../../api/contract/sheets/columns.ts";

interface Props {
  rows: readonly FileRow[];
  onBack: () => void;
  onImport: (rows: FileRow[], options: { update: boolean; validate: boolean }) => void;
}

/** Which rows: all that can be a contact, unless the person leaves some out. */
export function RowsStep({ rows, onBack, onImport }: Props) {
  const { t } = useTranslation("contacts");
  const problems = useMemo(() => new Map(rows.map((row) => [row.line, problemOf(row)])), [rows]);
  const fine = useMemo(() => rows.filter((row) => !problems.get(row.line)), [rows, problems]);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [update, setUpdate] = useState(false);
  const [validate, setValidate] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = fine.filter((row) => !left.has(row.line));
  const toggle = (line: number) => {
    const next = new Set(left);
    if (!next.delete(line)) next.add(line);
    setLeft(next);
  };
  const go = () => {
    if (!chosen.length) return setProblem(t("import.noneChosen"));
    // Rows without name or number go along: the summary tells of each.
    const wanted = rows.filter((row) => problems.get(row.line) || !left.has(row.line));
    onImport(wanted, { update, validate });
  };
  return (
    <section aria-label={t("import.step.rows")} className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          checked={chosen.length === fine.length && fine.length > 0}
          disabled={!fine.length}
          onChange={(event) => setLeft(event.target.checked ? new Set() : new Set(fine.map(({ line }) => line)))}
          label={t("import.all")}
        />
        <p role="status" className="ml-auto text-meta text-fg-muted tabular-nums">
          {t("import.chosen", {
            count: chosen.length,
            n: formatNumber(chosen.length),
            total: formatNumber(rows.length),
          })}
        </p>
      </div>
      <VList
        tabIndex={0}
        role="group"
        aria-label={t("import.step.rows")}
        className="rounded-card border border-line bg-surface"
        style={{ height: "min(440px, 52dvh)" }}
      >
        {rows.map((row) => {
          const wrong = problems.get(row.line);
          return (
            <div key={row.line} className="flex min-h-12 items-center gap-3 border-b border-line px-3 py-1.5">
              <Checkbox
                disabled={Boolean(wrong)}
                checked={!wrong && !left.has(row.line)}
                onChange={() => toggle(row.line)}
                className="min-w-0 flex-1"
                label={
                  <>
                    <span className="line-clamp-1 font-500 wrap-anywhere">
                      {row.name || t("import.nameless", { n: row.line })}
                    </span>
                    <span className="block truncate text-meta text-fg-muted tabular-nums">
                      {[phoneNumber(row.number), row.email, row.tags].filter(Boolean).join(" · ")}
                    </span>
                  </>
                }
              />
              {wrong && <Badge tone="warning">{t(`why.${wrong}`)}</Badge>}
            </div>
          );
        })}
      </VList>
      <div className="space-y-2">
        <Checkbox
          checked={update}
          onChange={(event) => setUpdate(event.target.checked)}
          label={t("import.update")}
          hint={t("import.updateHint")}
        />
        <Checkbox
          checked={validate}
          onChange={(event) => setValidate(event.target.checked)}
          label={t("import.validate")}
          hint={t("import.validateHint")}
        />
      </div>
      {problem && <p role="alert" className="text-body text-danger">{problem}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{t("do.back")}</Button>
        <Button tone="primary" onClick={go}>{t("do.import")}</Button>
      </div>
    </section>
  );
}
