import { Lock, Plus, SendHorizontal } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelInfo } from "../../../../../api/features/connections/contract.ts";
import { formatBytes } from "../../../../core/words/format.ts";
import { useHold } from "../../../../patterns/use-hold.ts";
import { Button } from "../../../../ui/button.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { sendFiles } from "../send.ts";
import { changeComposer, type PickedFile, useComposer } from "../state.ts";
import { addFiles } from "./add-files.ts";
import { troubleWith } from "./check.ts";
import { useSmaller } from "../downsize.ts";
import { FileEntry } from "./file-entry.tsx";
import { moved } from "./order.ts";

interface Props {
  ticketId: number;
  contactName: string;
  channel: ChannelInfo | undefined;
  note: boolean;
}

/** From here on it is said how much will be sent: on a phone's network it takes long, and may cost. */
const BIG_BYTES = 10 * 1024 * 1024;

/** The files before they go: captions, order, and what will not go with its reason. */
export function PreviewSheet({ ticketId, contactName, channel, note }: Props) {
  const { t } = useTranslation("messages");
  const { files } = useComposer(ticketId);
  useHold("files", true);
  const more = useRef<HTMLInputElement>(null);
  const set = (next: readonly PickedFile[]) => changeComposer(ticketId, { files: next });
  const media = note ? null : channel?.media ?? null;
  const copies = useSmaller(files.map(({ file }) => file));
  const troubles = files.map(({ file, original }) => troubleWith(original ? file : copies.get(file) ?? file, media));
  const bytes = files.reduce((sum, { file, original }) => sum + (original ? file : copies.get(file) ?? file).size, 0);
  const blocked = troubles.some((trouble) => trouble !== null);
  const SendIcon = note ? Lock : SendHorizontal;
  return (
    <Sheet
      open
      side="bottom"
      onOpenChange={() => set([])}
      title={t(note ? "attach.noteTitle" : "attach.title", { name: contactName })}
      closeLabel={t("attach.discard")}
      footer={
        <>
          <Button className="mr-auto" onClick={() => more.current?.click()}>
            <Plus aria-hidden /> {t("attach.more")}
          </Button>
          <Button tone="primary" disabled={blocked} onClick={() => void sendFiles(ticketId, note)}>
            <SendIcon aria-hidden /> {t(note ? "attach.keep" : "attach.send", { count: files.length })}
          </Button>
        </>
      }
    >
      <input
        ref={more}
        type="file"
        multiple
        hidden
        onChange={(e) => {
          addFiles(ticketId, [...e.target.files ?? []]);
          e.target.value = "";
        }}
      />
      {bytes > BIG_BYTES && (
        <p role="status" className="mb-2 rounded-card bg-warning-soft px-3 py-2 text-meta text-warning">
          {t("attach.big", { size: formatBytes(bytes) })}
        </p>
      )}
      <ul aria-label={t("attach.files")} className="divide-y divide-line">
        {files.map((entry, index) => (
          <FileEntry
            key={entry.id}
            entry={entry}
            copy={copies.get(entry.file)}
            trouble={troubles[index] ?? null}
            first={index === 0}
            last={index === files.length - 1}
            onCaption={(caption) => set(files.map((other) => other.id === entry.id ? { ...other, caption } : other))}
            onOriginal={(original) => set(files.map((other) => other.id === entry.id ? { ...other, original } : other))}
            onMove={(by) => set(moved(files, index, by))}
            onRemove={() => set(files.filter((other) => other.id !== entry.id))}
          />
        ))}
      </ul>
    </Sheet>
  );
}
