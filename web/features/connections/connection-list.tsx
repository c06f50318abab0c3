import { Check, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type ChannelInfo, type Connection, connections } from "../../../api/features/connections/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { formatMoment } from "../../core/words/format.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { toastError, useCall } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { Badge } from "../../ui/badge.tsx";
import { ChannelBadge } from "../../patterns/channel-badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { channelName } from "../../core/channels.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { ImportState } from "./import/import-state.tsx";
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
  onLink: (connection: Connection) => void;
  empty: ReactNode;
}

/** The connections with their state, and what can be done with each. */
export function ConnectionList(props: Props) {
  const { records, channels, editable, loading, error, onRetry, onEdit, onLink, empty } = props;
  const { t } = useTranslation("connections");
  // On a phone the buttons stand below: beside the words they would leave these half the screen.
  const phone = usePhone();
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
      <span className="line-clamp-2">{nameOf(connection)}</span>
    </span>
  );
  const name = (connection: Connection) =>
    editable
      ? (
        <button
          type="button"
          onClick={() => void edit(connection)}
          className="block rounded-control text-left font-500 hover:underline touch:min-h-11 touch:min-w-11"
        >
          <span className="line-clamp-2 wrap-anywhere" title={connection.name}>{connection.name}</span>
        </button>
      )
      : <span className="line-clamp-2 font-500 wrap-anywhere">{connection.name}</span>;
  const number = (connection: Connection) =>
    connection.number && <span className="whitespace-nowrap">{phoneNumber(connection.number)}</span>;
  const updated = (connection: Connection) => (
    <time dateTime={connection.updatedAt} className="whitespace-nowrap text-fg-muted">
      {formatMoment(connection.updatedAt)}
    </time>
  );
  const status = (connection: Connection) => (
    <ConnectionStatus connection={connection} channel={channelOf(connection)} />
  );
  const session = (connection: Connection) => (
    <div className="flex flex-wrap items-center gap-2">
      <SessionAction connection={connection} channel={channelOf(connection)} onLink={() => onLink(connection)} />
      <ImportState connection={connection} />
    </div>
  );
  const actions = (connection: Connection) => (
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
  );
  const columns: Column<Connection>[] = [
    { head: t("col.channel"), cell: channel, className: "w-36 min-w-30" },
    {
      head: t("col.name"),
      cell: (connection) => (
        <>
          {name(connection)}
          {/* Where there is no room for columns of their own. */}
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-fg-muted tabular-nums empty:hidden xl:hidden">
            {number(connection)}
            {connection.isDefault && <Badge>{t("col.default")}</Badge>}
          </span>
        </>
      ),
      className: "min-w-44",
    },
    {
      head: t("col.number"),
      cell: (connection) => <span className="text-fg-muted tabular-nums">{number(connection)}</span>,
      className: "max-xl:hidden",
    },
    { head: t("col.status"), cell: status, className: "min-w-48" },
    ...(editable ? [{ head: t("col.session"), cell: session, className: "min-w-40" }] : []),
    { head: t("col.updated"), cell: updated },
    {
      head: t("col.default"),
      cell: (connection) =>
        connection.isDefault && (
          <span className="flex justify-center text-success" title={t("field.default")}>
            <Check aria-hidden className="size-5" />
            <span className="sr-only">{t("col.default")}</span>
          </span>
        ),
      className: "text-center max-xl:hidden",
    },
  ];
  return (
    <Records
      label={t("title")}
      records={records}
      columns={columns}
      card={(connection) => (
        <div className="flex gap-2.5">
          <ChannelBadge channel={connection.channel} className="mt-0.5 size-5 shrink-0 touch:mt-3" />
          <div className="min-w-0 flex-1 space-y-2">
            <div>
              <span className="flex items-center justify-between gap-2">
                {name(connection)}
                {connection.isDefault && <Badge className="shrink-0">{t("col.default")}</Badge>}
              </span>
              <p className="text-meta text-fg-muted wrap-anywhere">
                {[nameOf(connection), phoneNumber(connection.number)].filter(Boolean).join(" · ")}
              </p>
            </div>
            {status(connection)}
            <p className="text-meta text-fg-subtle">
              {t("col.updated")}: {updated(connection)}
            </p>
            {editable && (
              <div className="flex flex-wrap items-center gap-1.5">
                {session(connection)}
                <span className="-mr-1 ml-auto flex">{actions(connection)}</span>
              </div>
            )}
          </div>
        </div>
      )}
      actions={editable && !phone ? actions : undefined}
      loading={loading}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  );
}
