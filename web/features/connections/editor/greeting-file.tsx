import { Film, X } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { useMedia } from "../../../core/device/media.ts";
import { MediaField } from "../../../patterns/forms/media-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { FullConnection } from "../full-connection.ts";

/** What becomes of the greeting's file when the form is saved: stays, goes, or is this one. */
export type FileChange = File | "drop" | null;

interface Props {
  connection: FullConnection | undefined;
  change: FileChange;
  onChange: (change: FileChange) => void;
}

/** The image or video that goes before the greeting. */
export function GreetingFile({ connection, change, onChange }: Props) {
  const { t } = useTranslation("connections");
  const picked = change instanceof File ? change : null;
  const kept = change === null && connection?.greetingMediaAttachment ? connection : null;
  const local = useMemo(() => picked ? URL.createObjectURL(picked) : undefined, [picked]);
  useEffect(() => () => local ? URL.revokeObjectURL(local) : undefined, [local]);
  const isImage = picked ? picked.type.startsWith("image/") : kept?.greetingMediaKind === "image";
  const remote = useMedia(isImage ? kept?.greetingMediaAttachment : null);
  const name = picked?.name ?? kept?.greetingMediaName;
  const source = local ?? remote;
  return (
    <div className="space-y-2">
      <p className="text-meta font-500 text-fg-muted">{t("field.greetingFile")}</p>
      {name && (
        <div className="flex items-center gap-3 rounded-control border border-line p-2">
          <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-fg-subtle">
            {isImage && source
              ? <img src={source} alt="" className="size-full object-cover" />
              : <Film aria-hidden className="size-5" />}
          </span>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <IconButton
            small
            icon={X}
            label={t("field.greetingFileRemove", { name })}
            onClick={() => onChange(connection?.greetingMediaAttachment ? "drop" : null)}
          />
        </div>
      )}
      <MediaField
        preview={null}
        accept="image/*,video/*"
        label={t(name ? "field.greetingFileChange" : "field.greetingFileAdd")}
        onPick={onChange}
      />
      <p className="text-meta text-fg-subtle">{t("field.greetingFileHint")}</p>
    </div>
  );
}
