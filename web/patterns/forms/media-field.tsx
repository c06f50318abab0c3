import { ImagePlus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { MAX_UPLOAD_BYTES } from "../../../api/contract/limits.ts";
import { formatBytes } from "../../core/words/format.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

interface Props {
  /** The present file: a picture, a name. */
  preview: ReactNode;
  /** MIME types, as an <input accept>. */
  accept: string;
  label: string;
  busy?: boolean;
  maxBytes?: number;
  onPick: (file: File) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Shows a file, and picks another one. */
export function MediaField({ preview, accept, label, busy, maxBytes = MAX_UPLOAD_BYTES, onPick, children }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex items-center gap-4">
      {preview}
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={(e) => {
            const file = e.target.files?.[0];
            e.target.value = "";
            if (!file) return;
            if (file.size > maxBytes) toast.error(t("media.tooBig", { max: formatBytes(maxBytes) }));
            else onPick(file);
          }}
        />
        <Button busy={busy} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden /> {label}
        </Button>
        {children}
      </div>
    </div>
  );
}
