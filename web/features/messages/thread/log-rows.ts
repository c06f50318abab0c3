// What happened to a ticket, as quiet lines among its messages. Pure.
import type { z } from "zod";
import type { LogEntry } from "../../../../api/features/tickets/contract.ts";

type Entry = z.infer<typeof LogEntry>;
/** A line of a ticket's log: `key` and `values` of its words. */
export interface LogRow {
  kind: "log";
  key: string;
  at: string;
  /** Key below `log.` of the texts. */
  text: string;
  user: string;
  queue: string;
}

/** Entries worth a line; looking, and queues set on the way, are in the log only. */
const SHOWN = ["create", "chatBot", "open", "transfered", "pending", "closed", "reopen", "redirect"];

const wordsOf = ({ type, user, queue }: Entry): string => {
  if (type === "create" && queue) return "createIn";
  if (type === "transfered" && queue) return "transferedTo";
  if (type === "redirect" && queue) return "redirectTo";
  if (type === "closed" && !user) return "closedSelf";
  return type;
};

/** Lines of the log, oldest first. */
export function logRows(entries: readonly Entry[]): LogRow[] {
  return entries.filter(({ type }) => SHOWN.includes(type)).map((entry) => ({
    kind: "log",
    key: `log-${entry.id}`,
    at: entry.createdAt,
    text: wordsOf(entry),
    user: entry.user?.name ?? "",
    queue: entry.queue?.name ?? "",
  }));
}
