// How many messages wait for this person: what the menu, the tab's title and the app's icon say alike.
import { tickets } from "../../../api/features/tickets/contract.ts";
import { useRead } from "../../core/query.ts";
import { useCompanySetting } from "../../core/who/me.ts";

export interface Unread {
  /** What is shown as unread: one's own, and what waits where the company wants that told. */
  shown: number;
  /** With all that waits in one's queues. */
  all: number;
}

/** Counts what is unread, live; nothing while `enabled` is false. */
export function useUnread(enabled: boolean): Unread {
  const pending = useCompanySetting("showNotificationPending") === "enabled";
  const { data } = useRead(tickets.counts, {}, { enabled });
  const own = data ? data.open.unread + data.group.unread : 0;
  const all = own + (data?.pending.unread ?? 0);
  return { shown: pending ? all : own, all };
}
