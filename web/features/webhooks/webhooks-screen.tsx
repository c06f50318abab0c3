import { History, KeyRound, Pause, Pencil, Play, Plus, RadioTower, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Webhook, webhooks } from "../../../api/features/webhooks/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { DeliveriesSheet } from "./deliveries-sheet.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookSheet } from "./webhook-sheet.tsx";

/** /webhook-events */
export function WebhooksScreen() {
  const { t } = useTranslation("webhooks");
  const { data, error, isPending, refetch } = useRead(webhooks.list);
  const [edited, setEdited] = useState<Webhook | "new" | null>(null);
  const [secret, setSecret] = useState<{ name: string; secret: string | undefined } | null>(null);
  const [logged, setLogged] = useState<Webhook | null>(null);
  const refresh = [webhooks.list];
  const remove = useCall(webhooks.remove, { refresh });
  const pause = useCall(webhooks.pause, { refresh });
  const rotate = useCall(webhooks.rotate);

  const askRemove = async ({ id, name }: Webhook) => {
    const title = t("confirm.deleteTitle", { name });
    if (!await confirm({ title, text: t("removeText"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id } }, { onSuccess: () => toast.success(t("state.deleted", { name })) });
  };
  const askRotate = async ({ id, name }: Webhook) => {
    if (!await confirm({ title: t("rotate"), text: t("rotateText"), action: t("rotate") })) return;
    rotate.mutate({ params: { id } }, { onSuccess: (made) => setSecret({ name, secret: made.secret }) });
  };
  const state = ({ pausedWhy, failingSince, waiting }: Webhook) => (
    <>
      {pausedWhy && <Badge tone={pausedWhy === "hand" ? "neutral" : "danger"}>{t(`paused.${pausedWhy}`)}</Badge>}
      {!pausedWhy && failingSince && <Badge tone="warning">{t("failing", { time: formatMoment(failingSince) })}</Badge>}
      {waiting > 0 && <span className="text-meta text-fg-subtle tabular-nums">{t("waiting", { count: waiting })}</span>}
    </>
  );
  const columns: Column<Webhook>[] = [
    {
      head: t("name"),
      cell: (hook) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span dir="auto" className="font-500 wrap-anywhere">{hook.name}</span>
          {state(hook)}
        </span>
      ),
    },
    {
      head: t("url"),
      cell: ({ url }) => <span dir="ltr" className="line-clamp-1 text-fg-muted wrap-anywhere">{url}</span>,
    },
    {
      head: t("events"),
      cell: ({ events }) => <span className="text-fg-muted">{events.length}</span>,
      className: "w-24",
    },
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  const toggle = ({ id, pausedAt }: Webhook) => pause.mutate({ params: { id }, body: { paused: !pausedAt } });
  return (
    <ListPage title={t("title")} intro={t("intro")} count={data?.length} actions={add}>
      <Records
        label={t("title")}
        records={data ?? []}
        columns={columns}
        loading={isPending}
        error={error}
        onRetry={() => void refetch()}
        card={(hook) => (
          <RecordRow name={hook.name} onOpen={() => setEdited(hook)}>
            {hook.pausedWhy || hook.failingSince || hook.waiting > 0
              ? state(hook)
              : <span dir="ltr" className="truncate text-meta text-fg-muted">{new URL(hook.url).host}</span>}
          </RecordRow>
        )}
        actions={(hook) => (
          <>
            <IconButton small icon={History} label={`${t("log")}: ${hook.name}`} onClick={() => setLogged(hook)} />
            <IconButton
              small
              icon={hook.pausedAt ? Play : Pause}
              label={`${t(hook.pausedAt ? "resume" : "pause")}: ${hook.name}`}
              onClick={() => toggle(hook)}
            />
            <IconButton
              small
              icon={KeyRound}
              label={`${t("rotate")}: ${hook.name}`}
              onClick={() => void askRotate(hook)}
            />
            <IconButton
              small
              icon={Pencil}
              label={`${t("edit")}: ${hook.name}`}
              onClick={() => setEdited(hook)}
              className="max-sm:hidden"
            />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${hook.name}`}
              onClick={() => void askRemove(hook)}
            />
          </>
        )}
        empty={<Empty drawing={<Sign icon={RadioTower} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
      />
      {edited && (
        <WebhookSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
          onMade={setSecret}
        />
      )}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(null)} />}
      {logged && <DeliveriesSheet record={logged} onClose={() => setLogged(null)} />}
    </ListPage>
  );
}
