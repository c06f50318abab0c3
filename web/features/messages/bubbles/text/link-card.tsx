import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { useMediaState } from "../../../../core/device/media.ts";
import { VideoFrame } from "../../../../patterns/video-frame.tsx";
import { cn } from "../../../../ui/cn.ts";
import type { LinkCard } from "../../../../core/words/message-data.ts";

/** A picture as wide as this, and not upright, stands above the words instead of beside them, px. */
const WIDE_PX = 300;

function Picture({ picture, wide }: { picture: NonNullable<LinkCard["picture"]>; wide: boolean }) {
  const { url, failed } = useMediaState(picture.url);
  if (failed) return null;
  return (
    <span className={cn("block shrink-0 bg-pressed", wide ? "aspect-[1.91] w-full" : "size-16")}>
      {url && <img src={url} alt="" decoding="async" className="size-full object-cover" />}
    </span>
  );
}

/** The video, from YouTube's own player without cookies. Nothing is asked of it before somebody presses. */
function Player({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation("messages");
  const [on, setOn] = useState(false);
  if (!on) {
    return (
      <button
        type="button"
        title={t("card.notice")}
        onClick={() => setOn(true)}
        className="flex min-h-8 w-full items-center gap-2 border-t border-line px-2.5 py-1.5 text-left font-500 text-primary-fg hover:bg-pressed touch:min-h-11"
      >
        <Play aria-hidden className="size-4 fill-current" /> {t("card.play")}
      </button>
    );
  }
  return <VideoFrame title={t("card.video", { title })} code={id} />;
}

/** What a link leads to, as the server read it; a video of YouTube plays here once it is pressed. */
export function LinkCardView({ card, video }: { card: LinkCard | null; video: string | null }) {
  const wide = card?.picture ? card.picture.width >= WIDE_PX && card.picture.width > card.picture.height : false;
  if (!card && !video) return null;
  return (
    <span className="mt-1.5 mb-1 block w-72 max-w-full min-w-full overflow-hidden rounded-[12px] bg-hover">
      {card && (
        <a
          href={card.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className={cn("hover:bg-pressed", wide ? "block" : "flex")}
        >
          {card.picture && <Picture picture={card.picture} wide={wide} />}
          <span className="block min-w-0 flex-1 px-2.5 py-2">
            <span className="line-clamp-2 font-500 wrap-anywhere">{card.title}</span>
            {card.description && (
              <span className="line-clamp-2 text-meta text-fg-muted wrap-anywhere">{card.description}</span>
            )}
            <span className="block truncate text-small text-fg-muted">{card.site}</span>
          </span>
        </a>
      )}
      {video && <Player id={video} title={card?.title ?? ""} />}
    </span>
  );
}
