import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "../../../../../core/words/i18n/use-translation.ts";
import { formatBytes } from "../../../../../core/words/format.ts";
import { showReplyField } from "../../../../../core/page/reply-field.ts";
import { Checkbox } from "../../../../../ui/checkbox.tsx";
import { Input } from "../../../../../ui/input.tsx";
import type { Previewed } from "./use-preview.ts";

const CAPTION_MAX = 1024;

interface Props {
  file: Previewed;
  /** Enter is pressed in it. */
  onSend: () => void;
  /** Typing goes here: it is the field one writes in while the file is looked at. */
  main?: boolean;
}
/** The words below a file, or why it will not go. */
export function Caption({ file: { entry, copy, trouble, change }, onSend, main }: Props) {
  const { t } = useTranslation("messages");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!main || !field.current) return;
    field.current.focus({ preventScroll: true });
    return showReplyField(field.current);
  }, [main, entry.id]);
  const key = (e: KeyboardEvent) => {
    if (e.key !== "Enter" || e.nativeEvent.isComposing) return;
    e.preventDefault();
    onSend();
  };
  return (
    <>
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
            ref={field}
            aria-label={t("attach.captionOf", { name: entry.file.name })}
            placeholder={t("attach.caption")}
            enterKeyHint="send"
            maxLength={CAPTION_MAX}
            value={entry.caption}
            onChange={(e) => change({ caption: e.target.value })}
            onKeyDown={key}
          />
        )}
      {copy && (
        <Checkbox
          label={t("attach.original", { size: formatBytes(entry.file.size) })}
          checked={entry.original}
          onChange={(e) => change({ original: e.target.checked })}
        />
      )}
    </>
  );
}
