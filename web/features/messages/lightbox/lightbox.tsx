import { ChevronLeft, ChevronRight, Download, Forward, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
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
import { useZoom } from "./use-zoom.ts";

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
  const [from, setFrom] = useState<number | null>(null);
  const zoom = useZoom(at);
  const pictures = usePictures(ticketId, messages, at);
  const index = pictures.findIndex((message) => message.id === at);
  const picture = pictures[index];
  const { url, failed } = useMediaState(picture?.mediaUrl);
  const go = (by: number) => {
    const next = pictures[index + by];
    if (!next) return;
    onMove(next.id);
  };
  const video = picture?.mediaType === "video";
  const key = (e: KeyboardEvent) => {
    // In a video the arrows move within it.
    if (e.target instanceof HTMLVideoElement) return;
    if (!video && !e.ctrlKey && !e.metaKey && zoom.onKey(e.key)) return e.preventDefault();
    if (e.key === "ArrowLeft") go(-1);
    if (e.key === "ArrowRight") go(1);
  };
  if (!picture) return null;
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
              icon={zoom.close ? ZoomOut : ZoomIn}
              label={t(zoom.close ? "image.smaller" : "image.larger")}
              onClick={() => zoom.toggle()}
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
            ref={zoom.view}
            // A press on the picture leaves the keys to it.
            tabIndex={zoom.close ? 0 : -1}
            className={cn(
              "grid outline-none min-h-0 min-w-0 flex-1 touch-pan-x touch-pan-y grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]",
              zoom.close
                ? "cursor-grab overflow-auto active:cursor-grabbing"
                : "place-items-center overflow-hidden p-2",
            )}
            onTouchStart={(e) => setFrom(e.touches.length === 1 ? e.touches[0]?.clientX ?? null : null)}
            onTouchEnd={(e) => {
              const by = from === null ? 0 : (e.changedTouches[0]?.clientX ?? from) - from;
              if (!zoom.close && Math.abs(by) > SWIPE_PX) go(by > 0 ? -1 : 1);
              setFrom(null);
            }}
            onPointerDown={zoom.onPointerDown}
            onPointerMove={zoom.onPointerMove}
            onDoubleClick={(e) => !video && zoom.toggle({ x: e.clientX, y: e.clientY })}
          >
            {failed ? <p className="text-fg-muted">{t("media.failed")}</p> : url && video
              ? (
                <video
                  src={url}
                  controls
                  autoPlay
                  playsInline
                  aria-label={name}
                  className="max-h-full max-w-full object-contain"
                />
              )
              : url
              ? (
                <img
                  src={url}
                  alt={name}
                  draggable={false}
                  onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                    width > 0 && height > 0 && zoom.onSize({ width, height })}
                  style={zoom.close ? zoom.size : undefined}
                  className={zoom.close ? "m-auto max-w-none" : "max-h-full max-w-full object-contain"}
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
