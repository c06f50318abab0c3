import { CloudAlert, Play } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { useMediaState } from "../../../core/device/media.ts";
import { mediaState } from "../../../core/words/message-data.ts";

/** A picture or video as a square. Videos are large: they are fetched when somebody wants to see them. */
export function MediaTile({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { t } = useTranslation("messages");
  const video = message.mediaType === "video";
  const there = mediaState(message.data) === "ready";
  const { url, failed } = useMediaState(message.mediaUrl, there && !video);
  const name = message.body || message.fileName || t(`kind.${message.mediaType}`);
  return (
    <button
      type="button"
      onClick={onOpen}
      disabled={!there}
      aria-label={`${t("image.open", { name })}, ${formatMoment(message.createdAt)}`}
      className="grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-hover text-fg-muted"
    >
      {video
        ? <Play aria-hidden className="size-6 fill-current" />
        : failed || !there
        ? <CloudAlert aria-hidden className="size-5" />
        : url && <img src={url} alt="" decoding="async" loading="lazy" className="size-full object-cover" />}
    </button>
  );
}
