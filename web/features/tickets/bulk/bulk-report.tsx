import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { href } from "../../../core/page/href.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Entry, Job } from "./state.ts";

function useReason() {
  const { t } = useTranslation("tickets");
  return ({ reason, found }: Entry, deed: Job["deed"]): string => {
    if (reason === undefined) return t(`bulk.unfit.${deed}`);
    return found ? `${codeText(reason)} ${t("pending.found", { name: found })}` : codeText(reason);
  };
}

/** Which tickets it was not done to, and why; each can be opened. */
export function BulkReport({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const reasonOf = useReason();
  const failed = job.entries.filter((entry) => entry.state === "failed");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("bulk.failed", { count: failed.length })}
      description={t("bulk.failedHint")}
      closeLabel={t("do.close")}
    >
      <ul className="-mx-2 divide-y divide-line pb-2">
        {failed.map((entry) => (
          <li key={entry.ticket.id}>
            <Link
              href={href("ticket", { uuid: entry.ticket.uuid })}
              onClick={onClose}
              className="flex min-h-12 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
            >
              <Avatar name={entry.ticket.contact.name} size="small" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-500">{entry.ticket.contact.name}</span>
                <span className="block text-meta text-danger">{reasonOf(entry, job.deed)}</span>
              </span>
              <span className="shrink-0 text-meta text-fg-subtle tabular-nums">#{entry.ticket.id}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
