import { ChevronLeft, ChevronUp, Lock, Mic, Pause, Play, SendHorizontal, Square, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../../ui/cn.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";
import { clock } from "../../clock.ts";
import { LevelBars } from "./level-bars.tsx";
import { cancel, canResume, pause, recorded, resume, send } from "./recorder.ts";
import type { Recording } from "./state.ts";
import type { Trail } from "./use-hold.ts";

/** Hears what was recorded so far. */
function Listen() {
  const { t } = useTranslation("messages");
  const sound = useRef<HTMLAudioElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  return (
    <>
      {url && <audio ref={sound} src={url} autoPlay onEnded={() => setUrl(undefined)} />}
      <IconButton
        icon={url ? Square : Play}
        label={t(url ? "voice.stopListening" : "voice.listen")}
        tip="top"
        onClick={() => setUrl(url ? undefined : URL.createObjectURL(recorded()))}
      />
    </>
  );
}

function Time({ recording: { phase, seconds } }: { recording: Recording }) {
  return (
    <span className="flex shrink-0 items-center gap-2 font-500 tabular-nums">
      <span
        aria-hidden
        className={cn(
          "size-2.5 rounded-full",
          phase === "recording" ? "bg-danger-fill animate-pulse" : "bg-line-strong",
        )}
      />
      <span role="timer">{clock(seconds)}</span>
    </span>
  );
}

/** While the finger holds: how long, and where it may go. */
function Held({ recording, trail }: { recording: Recording; trail: Trail }) {
  const { t } = useTranslation("messages");
  const leaving = trail.cancel === 1;
  const hint = recording.phase === "asking" ? "voice.asking" : leaving ? "voice.letGo" : "voice.slide";
  return (
    <>
      <Time recording={recording} />
      <span
        className={cn(
          "flex min-w-0 flex-1 items-center justify-center gap-1",
          leaving ? "text-danger" : "text-fg-muted",
        )}
        style={{ translate: `${-40 * trail.cancel}px 0` }}
      >
        {leaving ? <Trash2 aria-hidden className="size-5" /> : <ChevronLeft aria-hidden className="size-4" />}
        <span className="truncate">{t(hint)}</span>
      </span>
      <span
        aria-hidden
        className="pointer-events-none absolute -right-12 bottom-full mb-2 flex h-20 w-11 flex-col items-center justify-between rounded-full border border-line bg-raised py-3 text-fg-muted shadow-float"
        style={{ translate: `0 ${-10 * trail.lock}px`, opacity: 1 - trail.cancel }}
      >
        <Lock className="size-5" />
        <ChevronUp className="size-4" />
      </span>
      <span className="sr-only">{t("voice.lock")}</span>
    </>
  );
}

/** While the buttons decide: throw away, pause or go on, hear, send. */
function Free({ recording }: { recording: Recording }) {
  const { t } = useTranslation("messages");
  const { phase, levels, note } = recording;
  const running = phase === "recording";
  return (
    <>
      <IconButton
        icon={Trash2}
        label={t("voice.cancel")}
        tip="top"
        disabled={phase === "sending"}
        onClick={() => void cancel()}
      />
      <Time recording={recording} />
      <LevelBars levels={levels} running={running} />
      {phase === "sending" && <Spinner />}
      {running && <IconButton icon={Pause} label={t("voice.pause")} tip="top" onClick={pause} />}
      {(phase === "paused" || phase === "found") && <Listen />}
      {phase === "paused" && canResume() && (
        <IconButton icon={Mic} label={t("voice.resume")} tip="top" onClick={resume} />
      )}
      <button
        type="button"
        aria-label={t(note ? "voice.keep" : "voice.send")}
        disabled={phase === "asking" || phase === "sending"}
        onClick={() =>
          void send()}
        className={cn(
          "ml-1 grid size-9 shrink-0 place-items-center rounded-full disabled:opacity-45 touch:size-11",
          note ? "bg-note text-note-soft" : "bg-primary text-on-primary",
        )}
      >
        {note ? <Lock aria-hidden className="size-5" /> : <SendHorizontal aria-hidden className="size-5" />}
      </button>
    </>
  );
}

const said = {
  asking: "voice.asking",
  recording: "voice.recording",
  paused: "voice.paused",
  found: "voice.found",
  sending: "voice.preparing",
} as const;

/** Stands where one writes while a voice note is being made. */
export function VoiceBar({ recording, trail }: { recording: Recording; trail: Trail }) {
  const { t } = useTranslation("messages");
  const bar = useRef<HTMLDivElement>(null);
  const begun = recording.free && recording.phase !== "found";
  // The button that began it is gone: its keys go on here, Escape among them.
  useEffect(() => {
    if (begun) bar.current?.focus({ preventScroll: true });
  }, [begun]);
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="group"
      aria-label={t("voice.bar")}
      onKeyDown={(e) => e.key === "Escape" && (e.stopPropagation(), void cancel())}
      className="relative flex min-h-9 outline-none min-w-0 flex-1 flex-wrap items-center gap-2 touch:min-h-11"
    >
      <span role="status" className={recording.phase === "found" ? "w-full px-2 text-meta text-fg-muted" : "sr-only"}>
        {t(said[recording.phase])}
      </span>
      {recording.free ? <Free recording={recording} /> : <Held recording={recording} trail={trail} />}
    </div>
  );
}
