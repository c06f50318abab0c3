import { useAtom, useAtomValue } from "jotai";
import { Check, CornerUpLeft, type LucideIcon, MailOpen, Tag, UserCheck, UserRoundPlus, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { usePhone } from "../../../patterns/use-phone.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useLayer } from "../../../ui/layers.ts";
import { nothing, selectionAtom } from "../state/selection.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { BulkReport } from "./bulk-report.tsx";
import { applies } from "./deeds.ts";
import { closeJob, runJob } from "./run.ts";
import { type BulkDeed, counted, type Job, jobAtom } from "./state.ts";

const deeds: Record<BulkDeed, LucideIcon> = {
  accept: UserCheck,
  close: Check,
  transfer: UserRoundPlus,
  return: CornerUpLeft,
  tag: Tag,
  read: MailOpen,
};
const names = Object.keys(deeds) as BulkDeed[];

function Progress({ job }: { job: Job }) {
  const { t } = useTranslation("tickets");
  const [open, setOpen] = useState(false);
  const all = job.entries.length;
  const [done, failed] = [counted(job, "done"), counted(job, "failed")];
  const over = done + failed === all;
  return (
    <div className="px-3 py-2.5">
      <div className="flex min-h-8 items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-body font-500">
          {over
            ? t("bulk.over", { done: formatNumber(done), all: formatNumber(all), count: failed })
            : t(`bulk.doing.${job.deed}`, { done: formatNumber(done + failed), all: formatNumber(all) })}
        </p>
        {failed > 0 && <Button size="small" onClick={() => setOpen(true)}>{t("bulk.why")}</Button>}
        <IconButton icon={X} label={t("do.close")} tip="none" onClick={closeJob} />
      </div>
      <div
        role="progressbar"
        aria-label={t(`bulk.do.${job.deed}`)}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done + failed}
        className="mt-1.5 h-1 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full bg-primary" style={{ width: `${(done + failed) / all * 100}%` }} />
      </div>
      {open && <BulkReport job={job} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface Props {
  /** What is on screen. */
  tickets: readonly Ticket[];
  /** Names the list: what was chosen in another one is not chosen here. */
  list: string;
  viewer: Viewer;
}

/** What can be done to the chosen rows, at the list's end: nothing above it moves. */
export function BulkBar({ tickets, list, viewer }: Props) {
  const { t } = useTranslation("tickets");
  const [{ ids }, select] = useAtom(selectionAtom);
  const job = useAtomValue(jobAtom);
  const [asked, setAsked] = useState<BulkDeed | null>(null);
  const chosen = useMemo(() => tickets.filter((ticket) => ids.has(ticket.id)), [tickets, ids]);
  const phone = usePhone();
  const clear = () => select(nothing);
  useLayer(clear, phone && chosen.length > 0);
  useEffect(() => () => select(nothing), [list]);
  // What left the list is not chosen any more.
  const goneOut = job === null && ids.size > 0 && chosen.length === 0;
  useEffect(() => {
    if (goneOut) clear();
  }, [goneOut]);
  const ask = (deed: BulkDeed) => {
    const asks = deed !== "return" && deed !== "read" &&
      (deed !== "accept" || chosen.some((ticket) => ticket.queueId === null && !ticket.isGroup));
    if (asks) setAsked(deed);
    else void runJob(deed, chosen, {}, viewer);
  };
  if (job) {
    return (
      <section aria-label={t("bulk.label")} className="shrink-0 border-t border-line bg-raised">
        <Progress job={job} />
      </section>
    );
  }
  if (chosen.length === 0) return null;
  const all = chosen.length === tickets.length;
  return (
    <section
      aria-label={t("bulk.label")}
      onKeyDown={(e) => e.key === "Escape" && clear()}
      className="shrink-0 animate-rise border-t border-line bg-raised"
    >
      <div className="flex items-center gap-1 px-2 pt-1">
        <IconButton icon={X} label={t("bulk.clear")} tip="none" onClick={clear} />
        <p role="status" className="min-w-0 flex-1 font-600 tabular-nums">
          {t("bulk.chosen", { count: chosen.length, shown: formatNumber(chosen.length) })}
        </p>
        {!all && (
          <Button
            size="small"
            tone="quiet"
            onClick={() => select({ ids: new Set(tickets.map((ticket) => ticket.id)), anchor: null })}
          >
            {t("bulk.all", { count: tickets.length, shown: formatNumber(tickets.length) })}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-6 gap-0.5 px-1.5 pb-1.5">
        {names.map((deed) => {
          const Icon = deeds[deed];
          return (
            <button
              key={deed}
              type="button"
              disabled={!chosen.some((ticket) => applies(deed, ticket, viewer))}
              onClick={() => ask(deed)}
              className="flex min-h-12 min-w-0 flex-col items-center justify-center gap-0.5 rounded-control px-0.5 text-center text-small font-500 text-fg-muted hover:bg-hover hover:text-fg disabled:opacity-40"
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span className="w-full hyphens-auto wrap-anywhere">{t(`bulk.do.${deed}`)}</span>
            </button>
          );
        })}
      </div>
      {asked && (
        <BulkDialog
          deed={asked}
          tickets={chosen}
          viewer={viewer}
          onClose={() => setAsked(null)}
          onDone={(choice) => {
            setAsked(null);
            void runJob(asked, chosen, choice, viewer);
          }}
        />
      )}
    </section>
  );
}
