import { File as FileIcon, Film, Music, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../api/contract/limits.ts";
import { formatBytes, formatListTime } from "../../core/words/format.ts";
import type { SharedItem } from "../../core/store/identity.ts";
import { IconButton } from "../../ui/icon-button.tsx";

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  const image = file.type.startsWith("image/");
  useEffect(() => {
    if (!image) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, image]);
  const Icon = file.type.startsWith("video/") ? Film : file.type.startsWith("audio/") ? Music : FileIcon;
  return (
    <li className="w-20">
      <span className="grid size-20 place-items-center overflow-hidden rounded-card bg-hover text-fg-muted">
        {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon aria-hidden className="size-7" />}
      </span>
      <span className="mt-1 block truncate text-meta text-fg-muted" title={file.name}>{file.name}</span>
    </li>
  );
}

/** What was shared at one time: its text, its files, and what could not be kept with its reason. */
function Item({ item, onDrop }: { item: SharedItem; onDrop: () => void }) {
  const { t } = useTranslation("share");
  return (
    <li className="flex items-start gap-2 p-3 sm:p-4">
      <div className="min-w-0 flex-1 space-y-2">
        {item.text && <p className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">{item.text}</p>}
        {item.files.length > 0 && (
          <ul aria-label={t("files", { count: item.files.length })} className="flex flex-wrap gap-3">
            {item.files.map((file, index) => <Thumbnail key={index} file={file} />)}
          </ul>
        )}
        {item.left.map((file, index) => (
          <p key={index} role="alert" className="text-meta text-danger wrap-anywhere">
            {t(`left.${file.why}`, {
              name: file.name,
              size: formatBytes(file.size),
              max: formatBytes(MAX_UPLOAD_BYTES),
              count: MAX_UPLOAD_FILES,
            })}
          </p>
        ))}
        <p className="text-meta text-fg-subtle">
          <time dateTime={new Date(item.at).toISOString()}>{formatListTime(item.at)}</time>
        </p>
      </div>
      <IconButton icon={X} label={t("drop")} onClick={onDrop} />
    </li>
  );
}

/** All that waits for a choice. */
export function SharedItems({ items, onDrop }: { items: readonly SharedItem[]; onDrop: (id: string) => void }) {
  const { t } = useTranslation("share");
  return (
    <ul aria-label={t("items")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.map((item) => <Item key={item.id} item={item} onDrop={() => onDrop(item.id)} />)}
    </ul>
  );
}
