import { ChevronLeft, ChevronRight, Download, Forward, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { useMediaState } from "../../../core/device/media.ts";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { askForward } from "../forward/state.ts";
import { downloadMedia } from "../download.ts";
import { usePictures } from "./use-pictures.ts";

interface Props {
  ticketId: number;
  /** What of the conversation is here already. */
  messages: readonly Message[];
  /** The message whose picture is shown. */
  at: number;
  onMove: (messageId: number) => void;
  onClose: () => void;
}
const SWIPE_PX = 60;

/** A picture or video over the whole window; arrows and swipes go through the conversation's others. */
export function Lightbox({ ticketId, messages, at, onMove, onClose }: Props) {
  const { t } = useTranslation("messages");
  const id = useId();
  const [large, setLarge] = useState(false);
  const [from, setFrom] = useState<number | null>(null);
  const pictures = usePictures(ticketId, messages, at);
  const index = pictures.findIndex((message) => message.id === at);
  const picture = pictures[index];
  const { url, failed } = useMediaState(picture?.mediaUrl);
  const go = (by: number) => {
    const next = pictures[index + by];
    if (!next) return;
    setLarge(false);
    onMove(next.id);
  };
  const key = (e: KeyboardEvent) => {
    // In a video the arrows move within it.
    if (e.target instanceof HTMLVideoElement) return;
    if (e.key === "ArrowLeft") go(-1);
    if (e.key === "ArrowRight") go(1);
  };
  if (!picture) return null;
  const video = picture.mediaType === "video";
  const name = picture.body || picture.fileName || t(`kind.${picture.mediaType}`);
  return (
    <Modal onClose={onClose} labelledBy={id} className="safe inset-0 h-dvh max-h-none w-dvw animate-fade">
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={key}>
        <header className="flex h-13 shrink-0 items-center gap-1 px-3">
          <div className="min-w-0 flex-1">
            <h2 id={id} className="truncate font-600">{name}</h2>
            <p className="text-meta text-fg-subtle tabular-nums">
              {formatMoment(picture.createdAt)} · {index + 1}/{pictures.length}
            </p>
          </div>
          {!video && (
            <IconButton
              icon={large ? ZoomOut : ZoomIn}
              label={t(large ? "image.smaller" : "image.larger")}
              onClick={() => setLarge(!large)}
            />
          )}
          <IconButton
            icon={Forward}
            label={t("menu.forward")}
            onClick={() => {
              onClose();
              askForward(ticketId, [picture]);
            }}
          />
          <IconButton icon={Download} label={t("menu.download")} onClick={() => void downloadMedia(picture)} />
          <IconButton icon={X} label={t("do.close")} data-autofocus="" onClick={onClose} />
        </header>
        <div className="relative flex min-h-0 flex-1">
          <div
            className={cn("grid min-h-0 flex-1 place-items-center p-2", large ? "overflow-auto" : "overflow-hidden")}
            onTouchStart={(e) => setFrom(e.touches[0]?.clientX ?? null)}
            onTouchEnd={(e) => {
              const by = from === null ? 0 : (e.changedTouches[0]?.clientX ?? from) - from;
              if (!large && Math.abs(by) > SWIPE_PX) go(by > 0 ? -1 : 1);
              setFrom(null);
            }}
          >
            {failed ? <p className="text-fg-muted">{t("media.failed")}</p> : url && video
              ? (
                <video
                  key={url}
                  src={url}
                  controls
                  autoPlay
                  playsInline
                  aria-label={name}
                  className="max-h-full max-w-full"
                />
              )
              : url
              ? (
                <img
                  src={url}
                  alt={name}
                  onDoubleClick={() => setLarge(!large)}
                  className={large ? "max-w-none" : "max-h-full max-w-full object-contain"}
                />
              )
              : <Spinner className="size-6!" />}
          </div>
          {index > 0 && (
            <IconButton
              icon={ChevronLeft}
              label={t("image.previous")}
              className="absolute! top-1/2 left-2 bg-raised shadow-float"
              onClick={() => go(-1)}
            />
          )}
          {index < pictures.length - 1 && (
            <IconButton
              icon={ChevronRight}
              label={t("image.next")}
              className="absolute! top-1/2 right-2 bg-raised shadow-float"
              onClick={() => go(1)}
            />
          )}
        </div>
      </div>
    </Modal>
  );
}
