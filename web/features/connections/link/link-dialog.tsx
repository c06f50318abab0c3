import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type ChannelInfo, type Connection, connections } from "../../../../api/features/connections/contract.ts";
import { useCall } from "../../../core/query.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { reasonText } from "../channel/words.ts";
import { LinkByCode } from "./by-code.tsx";
import { LinkByQr } from "./by-qr.tsx";

interface Props {
  connection?: Connection;
  channel?: ChannelInfo;
  onClose: () => void;
}

/**
 * Links a phone: by a QR code, or by a code to type where the camera is the phone itself. Live events renew the code; once it has
 * been read the dialog says so, and goes when the line is up.
 */
export function LinkDialog({ connection, channel, onClose }: Props) {
  const { t } = useTranslation("connections");
  const [way, setWay] = useState<"qr" | "code">(connection?.status === "PAIRING" ? "code" : "qr");
  const link = useCall(connections.link);
  const shown = useRef(false);
  if (connection?.qrcode) shown.current = true;
  // A code that went without a reason: a phone has read it. One that expired leaves a reason, one that was asked for anew comes.
  const read = shown.current && connection?.qrcode === "" && !connection.reason;
  const done = read && connection.status === "CONNECTED";
  // A connection made just now is in the list a moment later; one that goes from it was deleted.
  const had = useRef(false);
  useEffect(() => {
    if (connection ? done : had.current) onClose();
    if (connection) had.current = true;
    if (connection && done) toast.success(t("linking.done", { name: connection.name }));
  }, [connection === undefined, done]);
  if (!connection) return null;

  const renew = (number?: string) => {
    shown.current = false;
    link.mutate({ params: { id: connection.id }, body: number ? { number } : {} });
  };
  const change = (next: string) => {
    setWay(next as typeof way);
    // The code on screen is for the other way; a QR code is asked for by itself, a code needs the number first.
    if (next === "qr" && connection.status === "PAIRING") renew();
  };
  const ended = connection.status === "DISCONNECTED" || connection.status === "TIMEOUT";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("linking.title", { name: connection.name })}
      closeLabel={t("do.close")}
    >
      <Tabs
        label={t("linking.ways")}
        value={way}
        onChange={change}
        tabs={[{ value: "qr", label: t("linking.qr") }, { value: "code", label: t("linking.code") }]}
      />
      {connection.status === "CONNECTED"
        ? (
          <div className="grid min-h-72 place-items-center gap-2 py-6 text-center">
            <CircleCheck aria-hidden className="size-10 text-success" />
            <p className="text-fg-muted">{t("linking.connected")}</p>
            <Button busy={link.isPending} onClick={() => renew()}>{t("session.newQr")}</Button>
          </div>
        )
        : read && connection.status === "OPENING"
        ? (
          <p role="status" className="flex min-h-72 items-center justify-center gap-2 text-center text-fg-muted">
            <Spinner /> {t("linking.read", { name: connection.name })}
          </p>
        )
        : way === "qr"
        ? (
          <LinkByQr
            code={connection.status === "qrcode" ? connection.qrcode : ""}
            name={connection.name}
            why={ended ? reasonText(channel, connection.reason) ?? "" : undefined}
            busy={link.isPending}
            onRenew={() => renew()}
          />
        )
        : (
          <LinkByCode
            code={connection.status === "PAIRING" ? connection.qrcode : ""}
            why={ended ? reasonText(channel, connection.reason) ?? "" : undefined}
            busy={link.isPending}
            onAsk={renew}
          />
        )}
    </Dialog>
  );
}
