import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatBytes } from "../../../core/words/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { downloadMedia } from "../download.ts";
import { MediaPlace } from "./picture/media-place.tsx";

/** The end of a file's name, as a sign: `PDF`. */
export function extension(name: string | null): string {
  return /\.([\p{L}\p{N}]{1,5})$/u.exec(name ?? "")?.[1]?.toUpperCase() ?? "";
}

/** A file as a card: what it is, how large, and a way to keep it. */
export function DocumentContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const [busy, setBusy] = useState(false);
  const name = message.fileName || t("kind.application");
  const get = async () => {
    setBusy(true);
    await downloadMedia(message);
    setBusy(false);
  };
  return (
    <MediaPlace message={message} className="h-14 w-64 flex-row!">
      <div className="flex w-72 max-w-full items-center gap-3 rounded-[12px] bg-hover p-2">
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-surface text-fg-muted">
          {extension(message.fileName)
            ? <span className="text-small font-600">{extension(message.fileName)}</span>
            : <FileText aria-hidden className="size-5" />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-body font-500 wrap-anywhere" title={name}>{name}</span>
          {message.fileSize !== null && (
            <span className="block text-small text-fg-subtle tabular-nums">{formatBytes(message.fileSize)}</span>
          )}
        </span>
        {busy
          ? <Spinner className="mx-2 size-5!" />
          : <IconButton icon={Download} label={t("menu.downloadOf", { name })} tip="none" onClick={() => void get()} />}
      </div>
    </MediaPlace>
  );
}
