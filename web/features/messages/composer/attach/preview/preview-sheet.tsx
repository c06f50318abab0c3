import { Lock, SendHorizontal } from "lucide-react";
import { useTranslation } from "../../../../../core/words/i18n/use-translation.ts";
import { formatBytes } from "../../../../../core/words/format.ts";
import { Button } from "../../../../../ui/button.tsx";
import { Sheet } from "../../../../../ui/sheet.tsx";
import { FileEntry } from "./file-entry.tsx";
import { MoreFiles } from "./more-files.tsx";
import { type PreviewProps, usePreview } from "./use-preview.ts";

/** The files before they go, on a phone: captions, order, and what will not go with its reason. */
export function PreviewSheet(props: PreviewProps) {
  const { t } = useTranslation("messages");
  const { ticketId, contactName, note } = props;
  const { files, big, blocked, send, discard } = usePreview(props);
  const SendIcon = note ? Lock : SendHorizontal;
  return (
    <Sheet
      open
      side="bottom"
      onOpenChange={discard}
      title={t(note ? "attach.noteTitle" : "attach.title", { name: contactName })}
      closeLabel={t("attach.discard")}
      footer={
        <>
          <MoreFiles ticketId={ticketId} className="mr-auto" />
          <Button tone="primary" disabled={blocked} onClick={send}>
            <SendIcon aria-hidden /> {t(note ? "attach.keep" : "attach.send", { count: files.length })}
          </Button>
        </>
      }
    >
      {big !== null && (
        <p role="status" className="mb-2 rounded-card bg-warning-soft px-3 py-2 text-meta text-warning">
          {t("attach.big", { size: formatBytes(big) })}
        </p>
      )}
      <ul aria-label={t("attach.files")} className="divide-y divide-line">
        {files.map((file) => <FileEntry key={file.entry.id} file={file} onSend={send} />)}
      </ul>
    </Sheet>
  );
}
