import { Check, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ChannelInfo, type Connection, connections } from "../../../api/features/connections/contract.ts";
import { callApi } from "../../core/api.ts";
import { formatShort } from "../../core/format.ts";
import { toastError, useCall } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { type Column, Records } from "../../patterns/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ChannelBadge } from "../../ui/channel-badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { channelName } from "./channel-words.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { SessionAction } from "./session-action.tsx";
import type { FullConnection } from "./full-connection.ts";

interface Props {
  records: readonly Connection[];
  channels: readonly ChannelInfo[];
  /** False for those who may only look. */
  editable: boolean;
  loading: boolean;
  error: unknown;
  onRetry: () => void;
  onEdit: (channel: ChannelInfo, connection: FullConnection) => void;
  onQr: (connection: Connection) => void;
  empty: ReactNode;
}

/** The connections with their state, and what can be done with each. */
export function ConnectionList(props: Props) {
  const { records, channels, editable, loading, error, onRetry, onEdit, onQr, empty } = props;
  const { t } = useTranslation("connections");
  const remove = useCall(connections.remove, { refresh: [connections.list] });
  const channelOf = (connection: Connection) => channels.find(({ id }) => id === connection.channel);
  const nameOf = (connection: Connection) => {
    const channel = channelOf(connection);
    return channel ? channelName(channel) : connection.channel;
  };
  const edit = async (connection: Connection) => {
    const channel = channelOf(connection);
    if (!channel) return;
    try {
      onEdit(channel, await callApi(connections.show, { params: { id: connection.id }, query: {} }));
    } catch (failure) {
      toastError(failure);
    }
  };
  const ask = async (connection: Connection) => {
    const title = t("confirm.deleteTitle", { name: connection.name });
    if (!await confirm({ title, text: t("remove"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: connection.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: connection.name })),
    });
  };
  const channel = (connection: Connection) => (
    <span className="flex items-center gap-2 text-fg-muted">
      <ChannelBadge channel={connection.channel} className="size-5" />
      <span className="truncate">{nameOf(connection)}</span>
    </span>
  );
  const name = (connection: Connection) =>
    editable
      ? (
        <button
          type="button"
          onClick={() => void edit(connection)}
          className="line-clamp-2 rounded-control text-left font-500 wrap-anywhere hover:underline"
        >
          {connection.name}
        </button>
      )
      : <span className="line-clamp-2 font-500 wrap-anywhere">{connection.name}</span>;
  const updated = (connection: Connection) => (
    <time dateTime={connection.updatedAt} className="text-fg-muted whitespace-nowrap">
      {formatShort(connection.updatedAt)}
    </time>
  );
  const session = (connection: Connection) => (
    <SessionAction
      connection={connection}
      channel={channelOf(connection)}
      onQr={() => onQr(connection)}
    />
  );
  const columns: Column<Connection>[] = [
    { head: t("col.channel"), cell: channel, className: "w-44" },
    { head: t("col.name"), cell: name, className: "min-w-52" },
    {
      head: t("col.number"),
      cell: (connection) => <span className="text-fg-muted tabular-nums">{connection.number || "—"}</span>,
    },
    { head: t("col.status"), cell: (connection) => <ConnectionStatus connection={connection} /> },
    ...(editable ? [{ head: t("col.session"), cell: session }] : []),
    { head: t("col.updated"), cell: updated, className: "w-36" },
    {
      head: t("col.default"),
      cell: (connection) =>
        connection.isDefault && <Check role="img" aria-label={t("isDefault")} className="size-4 text-success" />,
      className: "w-20",
    },
  ];
  return (
    <Records
      label={t("title")}
      records={records}
      columns={columns}
      card={(connection) => (
        <div className="space-y-2">
          <div className="flex items-start gap-2.5">
            <ChannelBadge channel={connection.channel} className="mt-0.5 size-5" />
            <div className="min-w-0">
              {name(connection)}
              <p className="text-meta text-fg-muted wrap-anywhere">
                {[nameOf(connection), connection.number].filter(Boolean).join(" · ")}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <ConnectionStatus connection={connection} />
            {connection.isDefault && <Badge>{t("col.default")}</Badge>}
            <span className="text-meta">{updated(connection)}</span>
          </div>
          {editable && session(connection)}
        </div>
      )}
      actions={editable
        ? (connection) => (
          <>
            <IconButton
              small
              icon={Pencil}
              label={`${t("do.edit")}: ${connection.name}`}
              onClick={() => void edit(connection)}
            />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${connection.name}`}
              onClick={() => void ask(connection)}
            />
          </>
        )
        : undefined}
      loading={loading}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  );
}
