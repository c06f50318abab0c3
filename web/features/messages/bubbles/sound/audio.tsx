import { useAtom } from "jotai";
import { Download, Pause, Play } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../../api/features/messages/contract.ts";
import { useMediaState } from "../../../../core/device/media.ts";
import { playbackSpeedAtom } from "../../../../core/who/preferences.ts";
import { Button } from "../../../../ui/button.tsx";
import { downloadMedia } from "../../download.ts";
import { type Note, pausePlaying, play, seek, showNote, usePlaying } from "../../player.ts";
import { useConversation } from "../../conversation.ts";
import { clock } from "../../clock.ts";
import { mediaState, seenOnce, voiceOf } from "../../../../core/words/message-data.ts";
import { MediaPlace } from "../picture/media-place.tsx";
import { Waveform } from "./waveform.tsx";
import { useBars, useLength } from "./use-bars.ts";

const SPEEDS = [0.5, 1, 1.5, 2];
/** The speed after this one: 0.5, 1, 1.5, 2, and round again. */
export const nextSpeed = (speed: number): number => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;

/** Safari before 18.4 plays no Ogg: the file is offered instead. */
const plays = (type: string | null) => !type || new Audio().canPlayType(type) !== "";

function Unplayable({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  return (
    <div className="flex w-72 max-w-full flex-col items-start gap-2 py-1">
      <span className="text-meta text-fg-muted">{t("audio.unplayable")}</span>
      <Button onClick={() => void downloadMedia(message)}>
        <Download aria-hidden /> {t("menu.download")}
      </Button>
    </div>
  );
}

/** A voice message: play, waveform to seek in, position, speed. One plays at a time, also while one looks elsewhere. */
export function AudioContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { contactName } = useConversation();
  const { url, failed, retry } = useMediaState(
    message.mediaUrl,
    mediaState(message.data) === "ready",
    seenOnce(message.data),
  );
  const [speed, setSpeed] = useAtom(playbackSpeedAtom);
  const playing = usePlaying(message.id);
  const known = voiceOf(message.data);
  const bars = useBars(url, known?.waveform);
  const measured = useLength(url, known?.seconds);
  const [rest, setRest] = useState(0);
  const [broken, setBroken] = useState(false);
  const { id, ticketId, createdAt } = message;
  const name = message.fromMe ? message.userName ?? t("you") : contactName;
  const note = useMemo<Note | null>(
    () => url ? { id, ticketId, createdAt, name, url } : null,
    [id, ticketId, createdAt, name, url],
  );
  useEffect(() => note ? showNote(note) : undefined, [note]);
  const at = playing?.at ?? rest;
  const length = playing?.length || measured;
  const on = playing?.on === true;
  const toggle = () => {
    if (on) return pausePlaying();
    if (note) void play(note, at >= length ? 0 : at).catch(() => setBroken(true));
    setRest(0);
  };
  const move = (to: number) => playing ? seek(to) : setRest(to);
  const Icon = on ? Pause : Play;
  if (broken || (url && !plays(message.mimeType))) return <Unplayable message={message} />;
  return (
    <MediaPlace message={message} failed={failed} onRetry={retry} className="h-14 w-64 flex-row!">
      <div className="flex w-72 max-w-full items-center gap-2.5 py-1">
        <button
          type="button"
          disabled={!url}
          aria-label={t(on ? "audio.pause" : "audio.play")}
          onClick={toggle}
          className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-on-primary disabled:opacity-50 touch:size-11"
        >
          <Icon aria-hidden className="size-5 fill-current" />
        </button>
        <span className="relative h-8 min-w-0 flex-1 touch:h-11">
          <Waveform bars={bars} done={length > 0 ? at / length : 0} />
          <input
            type="range"
            aria-label={t("audio.position")}
            aria-valuetext={`${clock(at)} / ${clock(length)}`}
            min={0}
            max={length}
            step={0.1}
            value={Math.min(at, length)}
            onChange={(e) => move(Number(e.target.value))}
            className="absolute inset-0 size-full cursor-pointer touch-none opacity-0 focus-visible:opacity-40"
          />
        </span>
        <span className="flex w-11 shrink-0 flex-col items-center gap-0.5">
          <button
            type="button"
            aria-label={t("audio.speed", { speed })}
            onClick={() => setSpeed(nextSpeed(speed))}
            className="hit relative h-6 w-full rounded-full bg-hover text-small font-600 text-fg-muted tabular-nums hover:bg-pressed"
          >
            {speed}×
          </button>
          <span className="text-small text-fg-subtle tabular-nums">{clock(at > 0 ? at : length)}</span>
        </span>
      </div>
    </MediaPlace>
  );
}
