import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatBytes, formatMoment } from "../../../core/words/format.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { participantName } from "../parts/author.tsx";
import { kindKey } from "../parts/kinds.ts";
import { tickOf } from "../parts/tick.ts";
import { showInfo } from "./state.ts";

/** What is known of a message beyond its words: who, when, how far it came. */
export function InfoDialog({ message, contactName }: { message: Message; contactName: string }) {
  const { t } = useTranslation("messages");
  const close = () => showInfo(null);
  const when = formatMoment;
  const tick = tickOf(message);
  const kind = kindKey(message);
  const marks = [message.isEdited && t("edited"), message.isForwarded && t("forwarded")].filter(Boolean).join(", ");
  const rows: [string, string | null | false | undefined][] = [
    [
      t("info.from"),
      message.fromMe
        ? message.userName ?? t(message.data?.auto ? "automatic" : "info.phone")
        : message.participant
        ? participantName(message) || t("participant")
        : contactName,
    ],
    [t("info.at"), when(message.createdAt)],
    [t("info.received"), message.receivedAt && when(message.receivedAt)],
    [t("info.state"), tick && t(`tick.${tick}`)],
    [t("info.why"), tick === "failed" && message.error && codeText(message.error)],
    [t("info.marks"), marks],
    [t("info.kind"), kind && t(`kind.${kind}`)],
    [t("info.file"), message.fileName],
    [t("info.size"), message.fileSize !== null && formatBytes(message.fileSize)],
    [t("info.ticket"), `#${message.ticketId}`],
  ];
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("menu.info")}
      closeLabel={t("do.close")}
      actions={<Button onClick={close}>{t("do.close")}</Button>}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {rows.filter(([, value]) => value).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="text-right wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
