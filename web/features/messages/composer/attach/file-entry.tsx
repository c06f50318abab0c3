import { ArrowDown, ArrowUp, File as FileIcon, Film, Music, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../../core/words/format.ts";
import { usePicture } from "../../../../core/files/picture.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Input } from "../../../../ui/input.tsx";
import type { PickedFile } from "../state.ts";
import { type FileTrouble, kindOf } from "./check.ts";

const icons = { image: FileIcon, video: Film, audio: Music, document: FileIcon };

function Thumbnail({ file }: { file: File }) {
  const { t } = useTranslation("messages");
  const url = usePicture(file);
  const Icon = icons[kindOf(file.type)];
  return (
    <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-fg-muted">
      {url
        ? <img src={url} alt="" className="size-full object-cover" />
        : (
          <span role="img" aria-label={t("attach.noPreview")} title={t("attach.noPreview")}>
            <Icon aria-hidden className="size-6" />
          </span>
        )}
    </span>
  );
}

interface Props {
  entry: PickedFile;
  /** What is sent of a large photo, unless the original is wanted. */
  copy: File | undefined;
  trouble: FileTrouble | null;
  first: boolean;
  last: boolean;
  onCaption: (caption: string) => void;
  onOriginal: (original: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}
const CAPTION_MAX = 1024;

/** One file of the preview: what it is, its caption, its place among the others. */
export function FileEntry({ entry, copy, trouble, first, last, onCaption, onOriginal, onMove, onRemove }: Props) {
  const { t } = useTranslation("messages");
  const { name } = entry.file;
  const { size } = entry.original ? entry.file : copy ?? entry.file;
  return (
    <li className="flex items-start gap-3 py-3">
      <Thumbnail file={entry.file} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="flex items-baseline gap-2">
          <span className="truncate font-500" title={name}>{name}</span>
          <span className="shrink-0 text-meta text-fg-subtle tabular-nums">{formatBytes(size)}</span>
        </p>
        {trouble
          ? (
            <p role="alert" className="text-meta text-danger">
              {trouble.code === "tooBig"
                ? t("media.tooBig", { ns: "core", max: formatBytes(trouble.max) })
                : t("attach.unsupported")}
            </p>
          )
          : (
            <Input
              aria-label={t("attach.captionOf", { name })}
              placeholder={t("attach.caption")}
              maxLength={CAPTION_MAX}
              value={entry.caption}
              onChange={(e) => onCaption(e.target.value)}
            />
          )}
        {copy && (
          <Checkbox
            label={t("attach.original", { size: formatBytes(entry.file.size) })}
            checked={entry.original}
            onChange={(e) => onOriginal(e.target.checked)}
          />
        )}
      </div>
      <div className="flex flex-col sm:flex-row">
        <IconButton
          icon={ArrowUp}
          label={t("attach.up", { name })}
          tip="none"
          disabled={first}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t("attach.down", { name })}
          tip="none"
          disabled={last}
          onClick={() => onMove(1)}
        />
        <IconButton icon={X} label={t("attach.remove", { name })} tip="none" onClick={onRemove} />
      </div>
    </li>
  );
}
