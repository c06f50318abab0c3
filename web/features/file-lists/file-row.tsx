import { Paperclip, Trash2 } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { FILE_LIST } from "../../../api/contract/limits.ts";
import { formatBytes } from "../../core/words/format.ts";
import { MediaField } from "../../patterns/forms/media-field.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Textarea } from "../../ui/input.tsx";
import type { Row } from "./use-file-rows.ts";

interface Props {
  row: Row;
  number: number;
  onName: (name: string) => void;
  onPick: (file: File) => void;
  onRemove: () => void;
}

/** One file of a list with its text. */
export function FileRow({ row, number, onName, onPick, onRemove }: Props) {
  const { t } = useTranslation("file-lists");
  const { fileName, bytes, progress } = row;
  return (
    <li className="space-y-3 rounded-card border border-line p-3">
      <div className="flex items-start gap-2">
        <Field label={t("caption", { number })} className="flex-1">
          <Textarea rows={1} maxLength={FILE_LIST.caption} value={row.name} onChange={(e) => onName(e.target.value)} />
        </Field>
        <IconButton small icon={Trash2} label={t("fileRemove", { number })} onClick={onRemove} className="mt-5" />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {fileName && (
          <span className="flex min-w-0 flex-1 items-center gap-2 text-meta text-fg-muted">
            <Paperclip aria-hidden className="size-4 shrink-0" />
            <span dir="auto" className="truncate">{fileName}</span>
            {bytes !== null && <span className="shrink-0 tabular-nums">{formatBytes(bytes)}</span>}
          </span>
        )}
        <MediaField
          preview={null}
          accept="image/*,audio/*,video/*,application/*,text/*"
          label={t(fileName ? "fileChange" : "fileChoose", { number })}
          maxBytes={FILE_LIST.bytes}
          busy={progress !== null}
          onPick={onPick}
        />
      </div>
      {progress !== null && (
        <progress
          aria-label={t("uploading", { name: fileName ?? "" })}
          max={1}
          value={progress}
          className="h-1 w-full accent-primary"
        />
      )}
    </li>
  );
}
