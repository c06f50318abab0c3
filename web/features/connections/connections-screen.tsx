import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type ChannelInfo, type Connection, connections } from "../../../api/features/connections/contract.ts";
import { ApiError } from "../../core/who/api.ts";
import { useCan } from "../../core/who/can.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddConnection } from "./add-connection.tsx";
import { CallSupport } from "./call-support.tsx";
import { ConnectionList } from "./connection-list.tsx";
import { ConnectionSheet } from "./connection-sheet.tsx";
import { LoginStopped } from "./login/answer.ts";
import { connectByLogin } from "./login/channel-login.ts";
import { LinkDialog } from "./link/link-dialog.tsx";
import type { FullConnection } from "./full-connection.ts";

type Editing = { channel: ChannelInfo; connection?: FullConnection };

/** /connections */
export function ConnectionsScreen() {
  const { t } = useTranslation("connections");
  const may = useCan("connections-page:addConnection");
  const list = useRead(connections.list);
  const kinds = useRead(connections.channels);
  const channels = kinds.data ?? [];
  const [editing, setEditing] = useState<Editing | null>(null);
  const [linking, setLinking] = useState<number | null>(null);
  const restart = useCall(connections.restart, { onSuccess: () => void toast.info(t("restarted")) });
  // Without its channel a connection could not be opened.
  const records = kinds.data && list.data || [];

  const askRestart = async () => {
    const sure = await confirm({ title: t("restartTitle"), text: t("restartText"), action: t("restart") });
    if (sure) restart.mutate({});
  };
  const choose = async (channel: ChannelInfo) => {
    if (!channel.login) return setEditing({ channel });
    try {
      toast.info(t("oauth.waiting"));
      const count = await connectByLogin(channel.login);
      toast.success(t("oauth.done", { count }));
      await refresh(connections.list);
    } catch (error) {
      if (error instanceof ApiError && error.code === "ERR_NOT_READY") toast.error(t("oauth.notReady"));
      else if (!(error instanceof LoginStopped)) toastError(error);
      else if (error.why === "blocked") toast.error(t("oauth.blocked"), { time: 8000 });
    }
  };
  const saved = (connection: FullConnection) => {
    const created = editing && !editing.connection;
    // A new connection is shown again at once: its addresses are what comes next.
    setEditing(created && connection.links.length > 0 ? { channel: editing.channel, connection } : null);
    const unlinked = editing?.connection?.status === "CONNECTED" && connection.status === "qrcode";
    if ((created || unlinked) && editing?.channel.connect === "qrcode") setLinking(connection.id);
  };
  const add = may && <AddConnection channels={channels} onChoose={(channel) => void choose(channel)} />;
  return (
    <ListPage
      title={t("title")}
      count={list.data?.length}
      intro={t("intro")}
      wide
      actions={
        <>
          <CallSupport />
          {may && records.length > 0 && (
            <>
              <Button
                busy={restart.isPending}
                onClick={() => void askRestart()}
                aria-label={t("restart")}
                className="max-sm:order-last max-sm:min-w-11 max-sm:flex-none!"
              >
                <RotateCw aria-hidden /> <span className="max-sm:hidden">{t("restart")}</span>
              </Button>
              {add}
            </>
          )}
        </>
      }
    >
      <ConnectionList
        records={records}
        channels={channels}
        editable={may}
        loading={list.isPending || kinds.isPending}
        error={list.error ?? kinds.error}
        onRetry={() => void Promise.all([list.refetch(), kinds.refetch()])}
        onEdit={(channel, connection) => setEditing({ channel, connection })}
        onLink={(connection: Connection) => setLinking(connection.id)}
        empty={
          <Empty drawing="plug" title={t("empty")} hint={may ? t("emptyHint") : t("first.askAdmin")} action={add} />
        }
      />
      {editing && (
        <ConnectionSheet
          key={editing.connection?.id ?? editing.channel.id}
          {...editing}
          isFirst={records.length === 0}
          onClose={() => setEditing(null)}
          onSaved={saved}
        />
      )}
      {linking !== null && list.data && (
        <LinkDialog
          connection={records.find(({ id }) => id === linking)}
          channel={channels.find(({ id }) => id === records.find((record) => record.id === linking)?.channel)}
          onClose={() => setLinking(null)}
        />
      )}
    </ListPage>
  );
}
