import { Paperclip, X } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { MediaField } from "../../../patterns/forms/media-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

interface Props {
  /** Empty where there is none. */
  name: string;
  locked: boolean;
  busy: boolean;
  onPick: (file: File) => void;
  onRemove: () => void;
}
/** The one file that goes with every variant of a campaign. */
export function FileRow({ name, locked, busy, onPick, onRemove }: Props) {
  const { t } = useTranslation("campaigns");
  return (
    <div>
      <p className="mb-1 text-meta font-500 text-fg-muted">{t("file")}</p>
      {!locked && (
        <MediaField
          preview={null}
          accept="image/*,audio/*,video/*,application/*,text/*"
          label={t(name ? "fileChange" : "fileAdd")}
          busy={busy}
          onPick={onPick}
        />
      )}
      {name && (
        <p className="mt-2 flex min-w-0 items-center gap-2 rounded-control border border-line px-2.5 py-1.5">
          <Paperclip aria-hidden className="size-4 shrink-0 text-fg-muted" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {!locked && <IconButton small icon={X} label={t("fileRemove", { name })} tip="none" onClick={onRemove} />}
        </p>
      )}
    </div>
  );
}
