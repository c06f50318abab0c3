import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type ChannelInfo, type Connection, connections } from "../../../api/features/connections/contract.ts";
import { useCall } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Button } from "../../ui/button.tsx";

interface Props {
  connection: Connection;
  channel?: ChannelInfo;
  /** Shows the code, or asks how to link. */
  onLink: () => void;
}

/** What can be done with a session in its present state. */
export function SessionAction({ connection, channel, onLink }: Props) {
  const { t } = useTranslation("connections");
  const retry = useCall(connections.retry);
  const disconnect = useCall(connections.disconnect);
  const params = { id: connection.id };
  const link = useCall(connections.link, { onSuccess: onLink });
  const linked = channel?.abilities.link === true;
  const ask = async () => {
    const sure = await confirm({
      title: t("disconnectTitle", { name: connection.name }),
      text: t("disconnectText"),
      action: t("session.disconnect"),
      danger: true,
    });
    if (sure) disconnect.mutate({ params });
  };
  switch (connection.status) {
    case "qrcode":
      return <Button size="small" tone="primary" onClick={onLink}>{t("session.qrcode")}</Button>;
    case "OPENING":
      return <Button size="small" busy>{t("session.connecting")}</Button>;
    case "DISCONNECTED":
      return (
        <span className="flex flex-wrap gap-1.5">
          <Button size="small" busy={retry.isPending} onClick={() => retry.mutate({ params })}>
            {t("session.tryAgain")}
          </Button>
          {linked && (
            <Button size="small" busy={link.isPending} onClick={() => link.mutate({ params, body: {} })}>
              {t("session.newQr")}
            </Button>
          )}
        </span>
      );
    case "CONNECTED":
    case "PAIRING":
    case "TIMEOUT":
      return (
        <span className="flex flex-wrap gap-1.5">
          {connection.status === "PAIRING" && (
            <Button size="small" tone="primary" onClick={onLink}>{t("session.code")}</Button>
          )}
          <Button size="small" busy={disconnect.isPending} onClick={() => void ask()}>{t("session.disconnect")}</Button>
        </span>
      );
    default:
      return null;
  }
}
