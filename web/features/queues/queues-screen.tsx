import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Queue, queues } from "../../../api/features/queues/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/empty.tsx";
import { ListPage } from "../../patterns/list-page.tsx";
import { type Column, Records } from "../../patterns/records.tsx";
import { Button } from "../../ui/button.tsx";
import { Dot } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { QueueSheet } from "./queue-sheet.tsx";

/** /queues */
export function QueuesScreen() {
  const { t } = useTranslation("queues");
  const { data, error, isPending, refetch } = useRead(queues.list);
  const [edited, setEdited] = useState<Queue | "new" | null>(null);
  const remove = useCall(queues.remove, { refresh: [queues.list] });
  const list = data ?? [];

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
      onClick={() => setEdited(queue)}
      className="flex max-w-full items-center gap-2.5 rounded-control text-left font-500 hover:underline"
    >
      <Dot colour={queue.color} />
      <span className="line-clamp-2 wrap-anywhere">{queue.name}</span>
    </button>
  );
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
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  return (
    <ListPage title={t("title")} count={data?.length} intro={t("intro")} actions={list.length > 0 && add}>
      <Records
        label={t("title")}
        records={list}
        columns={columns}
        card={(queue) => (
          <>
            {name(queue)}
            <p className="mt-1 line-clamp-2 text-meta text-fg-muted wrap-anywhere">{queue.greetingMessage}</p>
          </>
        )}
        actions={(queue) => (
          <>
            <IconButton small icon={Pencil} label={`${t("edit")}: ${queue.name}`} onClick={() => setEdited(queue)} />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${queue.name}`}
              onClick={() => void ask(queue)}
            />
          </>
        )}
        loading={isPending}
        error={error}
        onRetry={() => void refetch()}
        empty={<Empty drawing="inbox" title={t("empty")} hint={t("emptyHint")} action={add} />}
      />
      {edited && (
        <QueueSheet
          key={edited === "new" ? "new" : edited.id}
          queue={edited === "new" ? undefined : edited}
          taken={list.map((queue) => queue.color.toLowerCase())}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  );
}
