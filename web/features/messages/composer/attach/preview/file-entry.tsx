import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslation } from "../../../../../core/words/i18n/use-translation.ts";
import { formatBytes } from "../../../../../core/words/format.ts";
import { IconButton } from "../../../../../ui/icon-button.tsx";
import { Caption } from "./caption.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import type { Previewed } from "./use-preview.ts";

/** One file of a phone's preview: what it is, its caption, its place where there are others. */
export function FileEntry({ file, onSend }: { file: Previewed; onSend: () => void }) {
  const { t } = useTranslation("messages");
  const { entry, copy, first, last, move, remove } = file;
  const { name } = entry.file;
  const { size } = entry.original ? entry.file : copy ?? entry.file;
  return (
    <li className="flex items-start gap-3 py-3">
      <Thumbnail file={entry.file} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className="truncate font-500" title={name}>{name}</span>
          <span className="shrink-0 text-meta text-fg-subtle tabular-nums">{formatBytes(size)}</span>
        </p>
        <Caption file={file} onSend={onSend} />
      </div>
      <div className="flex flex-col sm:flex-row">
        {!(first && last) && (
          <>
            <IconButton
              icon={ArrowUp}
              label={t("attach.up", { name })}
              tip="none"
              disabled={first}
              onClick={() => move(-1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t("attach.down", { name })}
              tip="none"
              disabled={last}
              onClick={() => move(1)}
            />
          </>
        )}
        <IconButton icon={X} label={t("attach.remove", { name })} tip="none" onClick={remove} />
      </div>
    </li>
  );
}
