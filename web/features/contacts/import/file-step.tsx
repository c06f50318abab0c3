import { FileSpreadsheet, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { IMPORT_MAX } from "../../../../api/contract/limits.ts";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/cn.ts";
import { openFile } from "./open-file.ts";

/** One file, dropped or chosen; what cannot be read says why. */
export function FileStep({ onOpen }: { onOpen: (name: string, rows: string[][]) => void }) {
  const { t } = useTranslation("contacts");
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (files: FileList | null) => {
    const [file, second] = files ?? [];
    if (!file || busy) return;
    if (second) return setProblem(t("import.oneFile"));
    setProblem(null);
    setBusy(true);
    const read = await openFile(file);
    setBusy(false);
    if ("rows" in read) return onOpen(file.name, read.rows);
    setProblem(t(`import.refused.${read.refused}`, { rows: formatNumber(IMPORT_MAX.rows) }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files);
  };
  return (
    <section
      aria-label={t("import.step.file")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-6 py-12 text-center transition-colors",
        over ? "border-primary bg-primary-soft" : "border-line-strong/60 bg-surface",
      )}
    >
      <FileSpreadsheet aria-hidden className="size-10 text-fg-subtle" />
      <p className="text-lead font-600">{t("import.drop")}</p>
      <p className="text-body text-fg-muted">{t("import.kinds", { rows: formatNumber(IMPORT_MAX.rows) })}</p>
      <input
        ref={input}
        type="file"
        aria-label={t("import.choose")}
        tabIndex={-1}
        className="sr-only"
        accept=".xlsx,.xls,.csv,.txt"
        onChange={(event) => {
          void open(event.target.files);
          event.target.value = "";
        }}
      />
      <Button tone="primary" busy={busy} onClick={() => input.current?.click()}>
        <Upload aria-hidden /> {t(busy ? "import.reading" : "import.choose")}
      </Button>
      {problem && <p role="alert" className="max-w-120 text-body text-danger">{problem}</p>}
    </section>
  );
}
