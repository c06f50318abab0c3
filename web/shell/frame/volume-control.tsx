import { useAtom } from "jotai";
import { Volume1, Volume2, VolumeX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { volumeAtom } from "../../core/who/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { Slider } from "../../ui/slider.tsx";

/** How loud this device is, 0 to 1 in steps of 0.1. */
export function VolumeControl() {
  const { t } = useTranslation();
  const [volume, setVolume] = useAtom(volumeAtom);
  const Icon = volume === 0 ? VolumeX : volume < 0.6 ? Volume1 : Volume2;
  return (
    <Popover
      label={t("bar.volume")}
      className="w-64"
      trigger={<IconButton icon={Icon} label={t("bar.volume")} tip="none" title={t("bar.volume")} />}
    >
      <div className="flex items-center gap-3">
        <Slider
          aria-label={t("bar.volume")}
          min={0}
          max={1}
          step={0.1}
          value={volume}
          aria-valuetext={`${Math.round(volume * 100)} %`}
          onChange={(e) => setVolume(Number(e.target.value))}
        />
        <output className="w-10 text-right text-meta text-fg-muted tabular-nums">{Math.round(volume * 100)} %</output>
        <Button size="small" onClick={() => void import("../../core/sound.ts").then(({ playSound }) => playSound())}>
          {t("bar.test")}
        </Button>
      </div>
    </Popover>
  );
}
