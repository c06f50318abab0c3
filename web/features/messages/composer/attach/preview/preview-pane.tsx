import { ArrowLeft, ArrowRight, Lock, SendHorizontal, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "../../../../../core/words/i18n/use-translation.ts";
import { formatBytes } from "../../../../../core/words/format.ts";
import { Button } from "../../../../../ui/button.tsx";
import { cn } from "../../../../../ui/cn.ts";
import { IconButton } from "../../../../../ui/icon-button.tsx";
import { useLayer } from "../../../../../ui/layers.ts";
import { addFiles } from "../add-files.ts";
import { Caption } from "./caption.tsx";
import { MoreFiles } from "./more-files.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { type PreviewProps, usePreview } from "./use-preview.ts";

/** The files before they go, in the conversation's place on a desk: one of them large, its caption below, Enter sends. */
export function PreviewPane(props: PreviewProps) {
  const { t } = useTranslation("messages");
  const title = useId();
  const { ticketId, contactName, note } = props;
  const { files, big, blocked, send, discard } = usePreview(props);
  const [wanted, setWanted] = useState<number>();
  useLayer(discard);
  const shown = files.find(({ entry }) => entry.id === wanted) ?? files[0];
  if (!shown) return null;
  const { entry, copy, first, last, move, remove } = shown;
  const { name } = entry.file;
  const SendIcon = note ? Lock : SendHorizontal;
  const key = (e: KeyboardEvent) => {
    if (e.key !== "Escape") return;
    e.preventDefault();
    discard();
  };
  const paste = (e: ClipboardEvent) => {
    const pasted = [...e.clipboardData.files];
    if (pasted.length === 0) return;
    e.preventDefault();
    addFiles(ticketId, pasted);
  };
  return (
    <section
      role="dialog"
      aria-labelledby={title}
      onKeyDown={key}
      onPaste={paste}
      className={cn("absolute inset-x-0 top-13 bottom-0 z-20 flex flex-col", note ? "bg-note-soft" : "bg-bg")}
    >
      <header className="flex h-12 shrink-0 items-center gap-2 px-3">
        <IconButton icon={X} label={t("attach.discard")} onClick={discard} />
        <h2 id={title} className="min-w-0 flex-1 truncate font-600">
          {t(note ? "attach.noteTitle" : "attach.title", { name: contactName })}
        </h2>
        <MoreFiles ticketId={ticketId} />
      </header>
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] place-items-center px-4">
        <Thumbnail key={entry.id} file={entry.file} large />
      </div>
      <div className="mx-auto w-full max-w-180 shrink-0 space-y-2 p-4">
        <p className="flex items-baseline justify-center gap-2 text-meta">
          <span dir="auto" className="truncate" title={name}>{name}</span>
          <span className="shrink-0 text-fg-subtle tabular-nums">
            {formatBytes((entry.original ? entry.file : copy ?? entry.file).size)}
          </span>
        </p>
        {big !== null && (
          <p role="status" className="rounded-card bg-warning-soft px-3 py-2 text-meta text-warning">
            {t("attach.big", { size: formatBytes(big) })}
          </p>
        )}
        {files.length > 1 && (
          <div className="flex items-center justify-center gap-1">
            <IconButton
              icon={ArrowLeft}
              label={t("attach.before", { name })}
              disabled={first}
              onClick={() => move(-1)}
            />
            <ul aria-label={t("attach.files")} className="flex min-w-0 gap-2 overflow-x-auto p-1">
              {files.map((file) => (
                <li key={file.entry.id} className="shrink-0">
                  <button
                    type="button"
                    aria-label={t("attach.show", { name: file.entry.file.name })}
                    aria-pressed={file === shown}
                    onClick={() => setWanted(file.entry.id)}
                    className={cn(
                      "block rounded-control",
                      file === shown && "ring-2 ring-primary",
                      file.trouble && "opacity-55",
                    )}
                  >
                    <Thumbnail file={file.entry.file} />
                  </button>
                </li>
              ))}
            </ul>
            <IconButton
              icon={ArrowRight}
              label={t("attach.after", { name })}
              disabled={last}
              onClick={() => move(1)}
            />
            <IconButton icon={X} label={t("attach.remove", { name })} onClick={remove} />
          </div>
        )}
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1 space-y-1.5">
            <Caption key={entry.id} main file={shown} onSend={send} />
          </div>
          <Button tone="primary" disabled={blocked} onClick={send}>
            <SendIcon aria-hidden /> {t(note ? "attach.keep" : "attach.send", { count: files.length })}
          </Button>
        </div>
      </div>
    </section>
  );
}
