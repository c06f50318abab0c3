import { useEffect, useRef } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { contacts } from "../../../../api/features/contacts/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { href } from "../../../core/page/href.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { refresh } from "../../../core/answers/query-client.ts";
import { useHold } from "../../../patterns/use-hold.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { continueImport, type Job } from "./job.ts";

/** How far the import is, and at its end what became of the rows. */
export function ProgressStep({ job, onAgain }: { job: Job; onAgain: () => void }) {
  const { t } = useTranslation("contacts");
  const done = job.done >= job.total;
  const wasUnderWay = useRef(!done);
  useHold("upload", !done && !job.stopped);
  useEffect(() => {
    if (!done || !wasUnderWay.current) return;
    wasUnderWay.current = false;
    void refresh(contacts.list);
    void refresh(tags.all);
    if (job.faults.length || job.ignored) toast.warning(t("import.doneWithErrors"));
    else toast.success(t("import.done"));
  }, [done]);
  return done ? <Summary job={job} onAgain={onAgain} /> : (
    <section
      aria-label={t("import.step.import")}
      className="space-y-4 rounded-card border border-line bg-surface p-6"
    >
      <p role="status" className="text-lead font-600 tabular-nums">
        {t("import.running", { n: formatNumber(job.done), total: formatNumber(job.total) })}
      </p>
      <div
        role="progressbar"
        aria-label={t("import.step.import")}
        aria-valuemin={0}
        aria-valuemax={job.total}
        aria-valuenow={job.done}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full origin-left bg-primary transition-transform"
          style={{ transform: `scaleX(${job.done / job.total})` }}
        />
      </div>
      <p className="text-meta text-fg-muted">{t("import.runningHint")}</p>
      {job.stopped && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-body text-danger">
            {job.stopped === "unknown" ? t("errors.unknown", { ns: "core" }) : codeText(job.stopped)}
          </p>
          <Button onClick={onAgain}>{t("import.giveUp")}</Button>
          <Button tone="primary" onClick={() => void continueImport()}>{t("import.continue")}</Button>
        </div>
      )}
    </section>
  );
}

function Summary({ job, onAgain }: { job: Job; onAgain: () => void }) {
  const { t } = useTranslation("contacts");
  return (
    <section aria-label={t("import.step.summary")} className="space-y-4">
      <ul className="grid gap-3 sm:grid-cols-3">
        {([["created", "success"], ["updated", "info"], ["ignored", "warning"]] as const).map(([kind, tone]) => (
          <li key={kind} className="rounded-card border border-line bg-surface p-4">
            <Badge tone={tone}>{t(`import.outcome.${kind}`)}</Badge>
            <p className="mt-2 text-body">
              {t(`import.${kind}`, { count: job[kind], n: formatNumber(job[kind]) })}
            </p>
          </li>
        ))}
      </ul>
      {job.faults.length > 0 && (
        <div>
          <h2 className="mb-2 text-lead font-600">{t("import.remarks")}</h2>
          <ul
            tabIndex={0}
            aria-label={t("import.remarks")}
            className="max-h-100 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface"
          >
            {job.faults.map((fault) => (
              <li key={fault.line} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
                <span className="w-20 shrink-0 text-meta text-fg-muted tabular-nums">
                  {t("import.line", { n: formatNumber(fault.line) })}
                </span>
                <span className="min-w-0 flex-1 basis-40 truncate">
                  {fault.name || "—"}
                  <span className="ml-2 text-fg-muted tabular-nums">{phoneNumber(fault.number)}</span>
                </span>
                <span className="text-meta text-fg-muted">{t(`why.${fault.why}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onAgain}>{t("import.another")}</Button>
        <Link href={href("contacts")} className={buttonStyle({ tone: "primary" })} onClick={onAgain}>
          {t("import.toContacts")}
        </Link>
      </div>
    </section>
  );
}
