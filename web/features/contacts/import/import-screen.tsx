import { useAtomValue } from "jotai";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { href } from "../../../core/page/href.ts";
import { cn } from "../../../ui/cn.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { contactsOf, type FileRow, guess, hasHead, type Mapping } from "../../../../api/contract/sheets/columns.ts";
import { FileStep } from "./file-step.tsx";
import { dropImport, jobAtom, resumeImport, startImport } from "./job.ts";
import { ProgressStep } from "./progress-step.tsx";
import { RowsStep } from "./rows-step.tsx";
import { useCountry } from "../use-country.ts";

interface Opened {
  name: string;
  rows: string[][];
  mapping: Mapping;
  head: boolean;
  country: string;
}
const steps = ["file", "columns", "rows", "import", "summary"] as const;
type Step = typeof steps[number];

/** /contacts/import: upload, columns, rows, import, summary (docs/product/contacts.md#import). */
export function ImportScreen() {
  const { t } = useTranslation("contacts");
  const country = useCountry();
  const job = useAtomValue(jobAtom);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [rows, setRows] = useState<FileRow[] | null>(null);
  useEffect(() => void resumeImport(), []);
  const step: Step = job ? job.done >= job.total ? "summary" : "import" : rows ? "rows" : opened ? "columns" : "file";
  const again = () => {
    void dropImport();
    setOpened(null);
    setRows(null);
  };
  return (
    <div className="h-full overflow-y-auto overscroll-contain">
      <div className="mx-auto flex max-w-220 flex-col gap-5 p-4 sm:p-6">
        <header>
          <Link
            href={href("contacts")}
            className="mb-1 inline-flex min-h-8 items-center gap-1.5 text-body text-fg-muted hover:text-fg touch:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-4" /> {t("title")}
          </Link>
          <h1 className="text-title font-600">{t("import.title")}</h1>
          <p className="text-body text-fg-muted">{t("import.intro")}</p>
        </header>
        <ol aria-label={t("import.steps")} className="flex flex-wrap gap-x-4 gap-y-1 text-meta">
          {steps.map((name, place) => (
            <li
              key={name}
              aria-current={name === step ? "step" : undefined}
              className={cn("flex items-center gap-1.5", name === step ? "font-600 text-fg" : "text-fg-muted")}
            >
              <span
                aria-hidden
                className={cn(
                  "grid size-5 place-items-center rounded-full tabular-nums",
                  name === step ? "bg-primary text-on-primary" : "bg-hover",
                )}
              >
                {place + 1}
              </span>
              {t(`import.step.${name}`)}
            </li>
          ))}
        </ol>
        {step === "file" && (
          <FileStep
            onOpen={(name, read) =>
              setOpened({ name, rows: read, mapping: guess(read[0] ?? []), head: hasHead(read), country })}
          />
        )}
        {step === "columns" && opened && (
          <ColumnsStep
            value={opened}
            onChange={(change) => setOpened({ ...opened, ...change })}
            onBack={again}
            onNext={() => setRows(contactsOf(opened.rows, opened.mapping, opened.head, opened.country))}
          />
        )}
        {step === "rows" && opened && rows && (
          <RowsStep
            rows={rows}
            onBack={() => setRows(null)}
            onImport={(chosen, options) => void startImport(opened.name, chosen, options)}
          />
        )}
        {job && <ProgressStep job={job} onAgain={again} />}
      </div>
    </div>
  );
}
