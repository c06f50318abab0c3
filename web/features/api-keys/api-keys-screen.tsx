import { BookOpen, History, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type ApiKey, apiKeys } from "../../../api/features/api-keys/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { serverNow } from "../../core/clock.ts";
import { toast } from "../../ui/toast.tsx";
import { KeyCallsSheet } from "./key-calls-sheet.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import "./live.ts";

/** Whether a key opens anything: one that was ended or is past its time does not. */
function stateOf({ endedAt, expiresAt }: ApiKey): "ended" | "over" | "holds" {
  if (endedAt) return "ended";
  return expiresAt && Date.parse(expiresAt) <= serverNow() ? "over" : "holds";
}

/** /api-keys */
export function ApiKeysScreen() {
  const { t } = useTranslation("api-keys");
  const { data, error, isPending, refetch } = useRead(apiKeys.list);
  const [edited, setEdited] = useState<ApiKey | "new" | null>(null);
  const [made, setMade] = useState<{ name: string; token: string | undefined } | null>(null);
  const [logged, setLogged] = useState<ApiKey | null>(null);
  const end = useCall(apiKeys.end, { refresh: [apiKeys.list] });

  const ask = async (key: ApiKey) => {
    const title = t("endTitle", { name: key.name });
    if (!await confirm({ title, text: t("endText"), action: t("end"), danger: true })) return;
    end.mutate({ params: { id: key.id } }, { onSuccess: () => toast.success(t("ended", { name: key.name })) });
  };
  const state = (key: ApiKey) => {
    const is = stateOf(key);
    return is !== "holds" && <Badge tone={is === "ended" ? "neutral" : "warning"}>{t(`state.${is}`)}</Badge>;
  };
  const may = ({ scopes }: ApiKey) => scopes.map((scope) => t(`scope.${scope.replace(":", "_")}`)).join(", ");
  const used = ({ usedAt }: ApiKey) => usedAt ? formatMoment(usedAt) : t("neverUsed");
  const tail = (key: ApiKey) => <span dir="ltr" className="font-mono text-meta text-fg-subtle">rk_…{key.tail}</span>;
  const columns: Column<ApiKey>[] = [
    {
      head: t("name"),
      cell: (key) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span dir="auto" className="font-500 wrap-anywhere">{key.name}</span>
          {tail(key)}
          {key.author && (
            <span dir="auto" className="text-meta text-fg-muted">{t("by", { name: key.author.name })}</span>
          )}
          {state(key)}
        </span>
      ),
    },
    { head: t("scopes"), cell: (key) => <span className="line-clamp-2 text-fg-muted">{may(key)}</span> },
    {
      head: t("used"),
      cell: (key) => <span className="text-fg-muted tabular-nums">{used(key)}</span>,
      className: "w-36",
    },
    {
      head: t("expires"),
      cell: ({ expiresAt }) => (
        <span className="text-fg-muted tabular-nums">{expiresAt ? formatMoment(expiresAt) : t("never")}</span>
      ),
      className: "w-36",
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
      intro={t("intro")}
      count={data?.length}
      actions={
        <>
          <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonStyle()}>
            <BookOpen aria-hidden /> <span>{t("docs")}</span>
          </a>
          {add}
        </>
      }
    >
      <Records
        label={t("title")}
        records={data ?? []}
        columns={columns}
        loading={isPending}
        error={error}
        onRetry={() => void refetch()}
        card={(key) => (
          <RecordRow name={key.name} onOpen={() => setLogged(key)}>
            {tail(key)}
            {state(key)}
            <span className="truncate">{used(key)}</span>
          </RecordRow>
        )}
        actions={(key) => (
          <>
            <IconButton small icon={History} label={`${t("calls")}: ${key.name}`} onClick={() => setLogged(key)} />
            {!key.endedAt && (
              <>
                <IconButton small icon={Pencil} label={`${t("edit")}: ${key.name}`} onClick={() => setEdited(key)} />
                <IconButton small icon={Trash2} label={`${t("end")}: ${key.name}`} onClick={() => void ask(key)} />
              </>
            )}
          </>
        )}
        empty={<Empty drawing="lock" title={t("empty")} hint={t("emptyHint")} action={add} />}
      />
      {edited && (
        <KeySheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
          onMade={setMade}
        />
      )}
      {made && <TokenDialog {...made} onClose={() => setMade(null)} />}
      {logged && <KeyCallsSheet record={logged} onClose={() => setLogged(null)} />}
    </ListPage>
  );
}
