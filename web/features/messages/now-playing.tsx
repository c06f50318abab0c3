import { Mic, Pause, Play, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { clock } from "./clock.ts";
import { continuePlaying, pausePlaying, stopPlaying, usePlayingElsewhere } from "./player.ts";

/** A line for the voice note that goes on while its conversation is not on screen. Leaving the inbox ends it. */
export function NowPlaying() {
  const { t } = useTranslation("messages");
  const now = usePlayingElsewhere();
  useEffect(() => stopPlaying, []);
  if (!now) return null;
  const { note, on, at } = now;
  return (
    <section
      aria-label={t("audio.elsewhere", { name: note.name })}
      className="flex shrink-0 items-center gap-2 border-b border-line bg-primary-soft px-3 py-0.5"
    >
      <Mic aria-hidden className="size-4 shrink-0 text-primary-fg" />
      <span className="min-w-0 flex-1 truncate text-meta">{t("audio.elsewhere", { name: note.name })}</span>
      <span className="text-meta text-fg-muted tabular-nums">{clock(at)}</span>
      <IconButton
        icon={on ? Pause : Play}
        label={t(on ? "audio.pause" : "audio.play")}
        tip="none"
        onClick={on ? pausePlaying : continuePlaying}
      />
      <IconButton icon={X} label={t("audio.stop")} tip="none" onClick={stopPlaying} />
    </section>
  );
}
