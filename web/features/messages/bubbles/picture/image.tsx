import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../../api/features/messages/contract.ts";
import { useMediaState } from "../../../../core/device/media.ts";
import { useConversation } from "../../conversation.ts";
import { BlurredPicture } from "./blurred.tsx";
import { boxOf } from "./box.ts";
import { mediaState, seenOnce } from "../../../../core/words/message-data.ts";
import { MediaPlace } from "./media-place.tsx";

/** A picture in a place of its own size; pressed, it opens large. Stickers have no frame. */
export function ImageContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { openImage } = useConversation();
  const { url, failed, retry } = useMediaState(
    message.mediaUrl,
    mediaState(message.data) === "ready",
    seenOnce(message.data),
  );
  const sticker = message.data?.sticker === true;
  const box = sticker ? { width: 140, height: 140 } : boxOf(message.width, message.height);
  const name = message.body || message.fileName || t("kind.image");
  return (
    <MediaPlace message={message} failed={failed} onRetry={retry} style={box}>
      <button
        type="button"
        aria-label={t("image.open", { name })}
        onClick={() => openImage(message.id)}
        style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
        className="relative block max-w-full overflow-hidden rounded-[12px] bg-hover"
      >
        <BlurredPicture
          url={url}
          alt={name}
          preview={message.preview}
          {...box}
          className={sticker ? "object-contain" : "object-cover"}
        />
      </button>
    </MediaPlace>
  );
}
