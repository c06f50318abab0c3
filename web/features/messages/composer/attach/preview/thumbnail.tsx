import { File as FileIcon, Film, Music } from "lucide-react";
import { useTranslation } from "../../../../../core/words/i18n/use-translation.ts";
import { usePicture } from "../../../../../core/files/picture.ts";
import { cn } from "../../../../../ui/cn.ts";
import { kindOf } from "../check.ts";

const icons = { image: FileIcon, video: Film, audio: Music, document: FileIcon };

/** A file that was picked: its picture, or a sign for its kind. `large` shows all of the picture. */
export function Thumbnail({ file, large }: { file: File; large?: boolean }) {
  const { t } = useTranslation("messages");
  const url = usePicture(file);
  const Icon = icons[kindOf(file.type)];
  if (url && large) return <img src={url} alt={file.name} className="size-full object-contain" />;
  return (
    <span
      className={cn(
        "grid shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-fg-muted",
        large ? "size-40" : "size-16",
      )}
    >
      {url
        ? <img src={url} alt="" className="size-full object-cover" />
        : (
          <span role="img" aria-label={t("attach.noPreview")} title={t("attach.noPreview")}>
            <Icon aria-hidden className={large ? "size-14" : "size-6"} />
          </span>
        )}
    </span>
  );
}
