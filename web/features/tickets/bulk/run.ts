// Carries out a deed for many tickets: one row each in the outbox, so that it waits without a network, is sent once, and says of
// each ticket why not. What failed stays chosen.
import { getDefaultStore } from "jotai";
import i18next from "i18next";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { say } from "../../../core/words/i18n/i18n.ts";
import { connectionAtom } from "../../../core/live.ts";
import { currentMe } from "../../../core/who/me.ts";
import { enqueueAll, outcomeOf, takeBack } from "../../../core/outbox.ts";
import { toast } from "../../../ui/toast.tsx";
import { leaveTicket } from "../actions/change.ts";
import { nothing, selectionAtom } from "../state/selection.ts";
import { applies, type Choice, opposite, rowOf } from "./deeds.ts";
import { type BulkDeed, counted, type Entry, type Job, jobAtom } from "./state.ts";

const jotai = getDefaultStore();
/** As long as a timer can be: what waits for the network waits. */
const FOREVER_MS = 2 ** 31 - 1;
const say_ = (key: string, count: number) => i18next.t(`bulk.${key}`, { ns: "tickets", count });

/** Closes the report of the last job; what is still on its way goes on. */
export function closeJob(): void {
  jotai.set(jobAtom, null);
}

function note(id: number, part: Partial<Entry>): void {
  const job = jotai.get(jobAtom);
  if (!job) return;
  const entries = job.entries.map((entry) => entry.ticket.id === id ? { ...entry, ...part } : entry);
  jotai.set(jobAtom, { ...job, entries });
  if (!entries.some((entry) => entry.state === "going")) finished({ ...job, entries });
}

function finished(job: Job): void {
  const failed = job.entries.filter((entry) => entry.state === "failed");
  jotai.set(selectionAtom, { ids: new Set(failed.map(({ ticket }) => ticket.id)), anchor: null });
  if (failed.length > 0) return;
  closeJob();
  const undoes = job.deed === "close" || job.deed === "return";
  toast.success(say_(`did.${job.deed}`, counted(job, "done")), {
    ...(undoes && {
      action: { label: i18next.t("do.undo", { ns: "tickets" }), run: () => void undoJob(job) },
    }),
  });
}

/** Does it to all of them; those it does not fit are named in the report. */
export async function runJob(deed: BulkDeed, chosen: readonly Ticket[], choice: Choice, viewer: Viewer): Promise<void> {
  const me = currentMe();
  if (!me || chosen.length === 0) return;
  const fitting = chosen.filter((ticket) => applies(deed, ticket, viewer));
  try {
    const rows = await enqueueAll(fitting.map((ticket) => rowOf(deed, ticket, choice, me)));
    const rowIds = new Map(rows.map((row) => [row.ticketId, row.id]));
    if (deed === "close" || deed === "return") fitting.forEach((ticket) => leaveTicket(ticket.uuid));
    if (jotai.get(connectionAtom) === "offline" || !navigator.onLine) {
      jotai.set(selectionAtom, nothing);
      toast.info(say_("kept", rows.length));
      return;
    }
    jotai.set(jobAtom, {
      deed,
      entries: chosen.map((ticket): Entry => {
        const rowId = rowIds.get(ticket.id);
        return rowId ? { ticket, rowId, state: "going" } : { ticket, state: "failed" };
      }),
    });
    if (rows.length === 0) return;
    for (const row of rows) {
      void outcomeOf(row, FOREVER_MS).then((outcome) => {
        if (outcome?.state === "refused") {
          note(row.ticketId, {
            state: "failed",
            reason: outcome.row.reason ?? "",
            found: outcome.row.found?.user,
          });
        } else note(row.ticketId, { state: "done" });
      });
    }
  } catch {
    toast.error(say("outbox.full"));
  }
}

/** Takes a job back: out of the outbox what has not left, else by the opposite deed. */
async function undoJob({ deed, entries }: Job): Promise<void> {
  const me = currentMe();
  if (!me) return;
  const rows = [];
  for (const { ticket, rowId } of entries) {
    if (rowId && await takeBack(rowId)) continue;
    const row = opposite(deed, ticket, me);
    if (row) rows.push(row);
  }
  await enqueueAll(rows).catch(() => toast.error(say("outbox.full")));
}
