import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../../api/features/messages/contract.ts";
import { formatBytes } from "../../../../core/words/format.ts";
import { useMediaState } from "../../../../core/device/media.ts";
import { Spinner } from "../../../../ui/spinner.tsx";
import { boxOf } from "./box.ts";
import { MediaPlace } from "./media-place.tsx";

/** A film that is fetched when somebody wants to see it: videos are large. */
export function VideoContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const [wanted, setWanted] = useState(false);
  const { url, failed, retry } = useMediaState(message.mediaUrl, wanted);
  const box = boxOf(message.width, message.height);
  const place = { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  const shown = wanted && url;
  return (
    <MediaPlace message={message} failed={failed} onRetry={retry} style={box}>
      {shown
        ? (
          <video
            src={url}
            controls
            autoPlay
            playsInline
            aria-label={message.fileName ?? t("kind.video")}
            style={place}
            className="block max-w-full rounded-[12px] bg-fg"
          />
        )
        : (
          <button
            type="button"
            aria-label={t("video.play", { name: message.fileName ?? "" })}
            onClick={() => setWanted(true)}
            style={place}
            className="relative grid max-w-full place-items-center rounded-[12px] bg-hover text-fg-muted"
          >
            <span className="grid size-12 place-items-center rounded-full bg-raised text-fg shadow-float">
              {wanted ? <Spinner className="size-5!" /> : <Play aria-hidden className="ml-0.5 size-5 fill-current" />}
            </span>
            {message.fileSize !== null && (
              <span className="absolute bottom-2 left-2.5 text-small tabular-nums">
                {formatBytes(message.fileSize)}
              </span>
            )}
          </button>
        )}
    </MediaPlace>
  );
}
