import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { type Queue, type QueueFull, queues } from "../../../api/features/queues/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dot } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { QueueSheet } from "./queue-sheet.tsx";

/** /queues */
export function QueuesScreen() {
  const { t } = useTranslation("queues");
  const list = useRead(queues.list);
  const lines = useRead(connections.list);
  const [edited, setEdited] = useState<QueueFull | "new" | null>(null);
  const remove = useCall(queues.remove, { refresh: [queues.list] });
  // A queue begins with the company's only connection, so a form opened before the connections are known would leave it out.
  const records = lines.data && list.data || [];

  const edit = async ({ id }: Queue) => {
    try {
      setEdited(await callApi(queues.show, { params: { id } }));
    } catch (failure) {
      toastError(failure);
    }
  };
  const ask = async (queue: Queue) => {
    const sure = await confirm({
      title: t("confirm.deleteTitle", { name: queue.name }),
      text: t("remove"),
      action: t("do.delete"),
      danger: true,
    });
    if (!sure) return;
    remove.mutate({ params: { id: queue.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: queue.name })),
    });
  };
  const name = (queue: Queue) => (
    <button
      type="button"
      onClick={() => void edit(queue)}
      className="flex max-w-full items-center gap-2.5 rounded-control text-left font-500 hover:underline touch:min-h-11"
    >
      <Dot colour={queue.color} />
      <span className="line-clamp-2 wrap-anywhere">{queue.name}</span>
    </button>
  );
  const usedBy = (queue: Queue) => (lines.data ?? []).filter((line) => line.queues.some(({ id }) => id === queue.id));
  /** Where its customers come from. A queue that no connection offers is empty for a reason nobody sees elsewhere. */
  const sources = (queue: Queue) => {
    if (!lines.data) return null;
    const names = usedBy(queue).map((line) => line.name);
    if (names.length > 0) {
      return (
        <span className="text-fg-muted wrap-anywhere max-sm:max-w-1/2 max-sm:truncate sm:line-clamp-2">
          {names.join(", ")}
        </span>
      );
    }
    return (
      <span title={t("noConnectionHint")}>
        <Badge tone="warning">
          <span className="sm:hidden">{t("connections")}:</span> {t("noConnection")}
        </Badge>
      </span>
    );
  };
  const columns: Column<Queue>[] = [
    { head: t("name"), cell: name, className: "w-1/4 min-w-48" },
    {
      head: t("order"),
      cell: (queue) => <span className="text-fg-muted tabular-nums">{queue.orderQueue ?? "—"}</span>,
      className: "w-20",
    },
    {
      head: t("greeting"),
      cell: (queue) => <span className="line-clamp-1 text-fg-muted wrap-anywhere">{queue.greetingMessage || "—"}</span>,
    },
    {
      head: t("connections"),
      cell: (queue) =>
        lines.data && usedBy(queue).length === 0
          ? (
            <button
              type="button"
              onClick={() => void edit(queue)}
              className="rounded-control touch:min-h-11"
            >
              {sources(queue)}
              <span className="sr-only">{t("chooseConnection", { name: queue.name })}</span>
            </button>
          )
          : sources(queue),
      className: "w-1/4 min-w-36",
    },
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  return (
    <ListPage
      title={t("title")}
      count={list.data?.length}
      intro={t("intro")}
      actions={records.length > 0 && add}
    >
      <Records
        label={t("title")}
        records={records}
        columns={columns}
        card={(queue) => (
          <RecordRow
            sign={<Dot colour={queue.color} />}
            name={queue.name}
            onOpen={() => void edit(queue)}
          >
            {sources(queue)}
            <span className="truncate">{queue.greetingMessage}</span>
          </RecordRow>
        )}
        actions={(queue) => (
          <>
            <IconButton
              small
              icon={Pencil}
              label={`${t("edit")}: ${queue.name}`}
              onClick={() => void edit(queue)}
              className="max-sm:hidden"
            />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${queue.name}`}
              onClick={() => void ask(queue)}
            />
          </>
        )}
        loading={list.isPending || lines.isPending}
        error={list.error ?? lines.error}
        onRetry={() => void Promise.all([list.refetch(), lines.refetch()])}
        empty={<Empty drawing="rows" title={t("empty")} hint={t("emptyHint")} action={add} />}
      />
      {edited && (
        <QueueSheet
          key={edited === "new" ? "new" : edited.id}
          queue={edited === "new" ? undefined : edited}
          lines={lines.data ?? []}
          taken={records.map((queue) => queue.color.toLowerCase())}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  );
}
