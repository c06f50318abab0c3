import { useAtom } from "jotai";
import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { useMediaState } from "../../../core/media.ts";
import { playbackSpeedAtom } from "../../../core/preferences.ts";
import { mediaState } from "./data.ts";
import { MediaPlace } from "./media-place.tsx";
import { waveformOf } from "./waveform.ts";

const BARS = 36;
const SPEEDS = [0.5, 1, 1.5, 2];
const flat = Array.from({ length: BARS }, () => 0.25);
let playing: HTMLAudioElement | null = null;

/** Seconds as `1:05`. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.round(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
/** The speed after this one: 0.5, 1, 1.5, 2, and round again (spec 1 §9). */
export const nextSpeed = (speed: number): number => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;

function useWaveform(url: string | undefined): number[] {
  const [bars, setBars] = useState(flat);
  useEffect(() => {
    let there = true;
    if (url) void waveformOf(url, BARS).then((made) => there && made && setBars(made));
    return () => {
      there = false;
    };
  }, [url]);
  return bars;
}

/** A voice message: play, waveform to seek in, position, speed. One plays at a time. */
export function AudioContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { url, failed, retry } = useMediaState(message.mediaUrl, mediaState(message.data) === "ready");
  const [speed, setSpeed] = useAtom(playbackSpeedAtom);
  const sound = useRef<HTMLAudioElement>(null);
  const bars = useWaveform(url);
  const [on, setOn] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  useEffect(() => {
    if (sound.current) sound.current.playbackRate = speed;
  }, [speed, url, on]);
  const toggle = () => {
    const audio = sound.current;
    if (!audio) return;
    if (!audio.paused) return audio.pause();
    if (playing !== audio) playing?.pause();
    playing = audio;
    void audio.play().catch(() => setOn(false));
  };
  const Icon = on ? Pause : Play;
  return (
    <MediaPlace message={message} failed={failed} onRetry={retry} className="h-14 w-64 flex-row!">
      <div className="flex w-72 max-w-full items-center gap-2.5 py-1">
        <audio
          ref={sound}
          src={url}
          preload="metadata"
          onPlay={() => setOn(true)}
          onPause={() => setOn(false)}
          onEnded={() => setAt(0)}
          onTimeUpdate={(e) => setAt(e.currentTarget.currentTime)}
          onLoadedMetadata={(e) => setLength(e.currentTarget.duration)}
        />
        <button
          type="button"
          disabled={!url}
          aria-label={t(on ? "audio.pause" : "audio.play")}
          onClick={toggle}
          className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-on-primary disabled:opacity-50"
        >
          <Icon aria-hidden className="size-5 fill-current" />
        </button>
        <span className="relative h-8 min-w-0 flex-1">
          <svg aria-hidden viewBox={`0 0 ${BARS * 4} 32`} preserveAspectRatio="none" className="size-full">
            {bars.map((bar, index) => {
              const height = 3 + bar * 25;
              const done = length > 0 && index / BARS < at / length;
              return (
                <rect
                  key={index}
                  x={index * 4}
                  y={16 - height / 2}
                  width={2.2}
                  height={height}
                  rx={1.1}
                  className={done ? "fill-primary-fg" : "fill-line-strong"}
                />
              );
            })}
          </svg>
          <input
            type="range"
            aria-label={t("audio.position")}
            aria-valuetext={`${clock(at)} / ${clock(length)}`}
            min={0}
            max={Number.isFinite(length) ? length : 0}
            step={0.1}
            value={at}
            onChange={(e) => {
              if (sound.current) sound.current.currentTime = Number(e.target.value);
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-40"
          />
        </span>
        <span className="flex w-11 shrink-0 flex-col items-center gap-0.5">
          <button
            type="button"
            aria-label={t("audio.speed", { speed })}
            onClick={() => setSpeed(nextSpeed(speed))}
            className="h-6 w-full rounded-full bg-hover text-[12px] font-600 text-fg-muted tabular-nums hover:bg-pressed"
          >
            {speed}×
          </button>
          <span className="text-[11px] leading-4 text-fg-subtle tabular-nums">{clock(at > 0 ? at : length)}</span>
        </span>
      </div>
    </MediaPlace>
  );
}
