import i18next from "i18next";
import { queues } from "../../../../../api/features/queues/contract.ts";
import { tickets } from "../../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../../core/who/api.ts";
import { toastError } from "../../../../core/query.ts";
import { refresh } from "../../../../core/answers/query-client.ts";
import { confirm } from "../../../../patterns/confirm.tsx";
import { toast } from "../../../../ui/toast.tsx";
import type { Tab } from "../../state/state.ts";

/** Closes every ticket of a tab, in the filtered queues or in all, after a question that names how many. */
export async function closeAllTickets(status: Tab, queueIds: readonly number[]): Promise<void> {
  // Colleagues' too, whatever the list shows: the question names what will really be closed.
  const query = { showAll: "true" as const, ...(queueIds.length > 0 && { queueIds: JSON.stringify(queueIds) }) };
  const counts = await callApi(tickets.counts, { query }).catch(toastError);
  if (!counts) return;
  const { count } = counts[status];
  const sure = await confirm({
    title: i18next.t("closeAll.title", { ns: "tickets", count }),
    text: i18next.t("closeAll.text", { ns: "tickets" }),
    action: i18next.t("closeAll.action", { ns: "tickets", count }),
    danger: true,
  });
  if (!sure) return;
  try {
    const all = queueIds.length > 0 ? queueIds : [0, ...(await callApi(queues.list)).map((queue) => queue.id)];
    const { closed, untagged } = await callApi(tickets.closeAll, { body: { status, selectedQueueIds: [...all] } });
    toast.success(i18next.t("closeAll.done", { ns: "tickets", count: closed }));
    if (untagged > 0) toast.info(i18next.t("closeAll.untagged", { ns: "tickets", count: untagged }));
    void refresh(tickets.list);
    void refresh(tickets.counts);
  } catch (error) {
    toastError(error);
  }
}
