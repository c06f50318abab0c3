import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Languages, type LucideIcon, Moon, RotateCw, Sun, Volume1, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { chooseLanguage } from "../../core/session.ts";
import { themeAtom } from "../../core/theme.ts";
import { themeChoiceAtom, volumeAtom } from "../../core/who/preferences.ts";
import { languageNames, languages } from "../../core/words/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Select } from "../../ui/select.tsx";
import { Slider } from "../../ui/slider.tsx";

function Row({ icon: Icon, label, children }: { icon: LucideIcon; label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-control items-center gap-3">
      <Icon aria-hidden className="size-5 shrink-0 text-fg-subtle" />
      <span className="min-w-0 flex-1 truncate text-body">{label}</span>
      {children}
    </div>
  );
}

/** How loud this device is, 0 to 1 in steps of 0.1. */
function Volume() {
  const { t } = useTranslation();
  const [volume, setVolume] = useAtom(volumeAtom);
  const percent = `${Math.round(volume * 100)} %`;
  return (
    <div>
      <Row icon={volume === 0 ? VolumeX : volume < 0.6 ? Volume1 : Volume2} label={t("bar.volume")}>
        <output className="text-meta whitespace-nowrap text-fg-muted tabular-nums">{percent}</output>
        <Button size="small" onClick={() => void import("../../core/sound.ts").then(({ playSound }) => playSound())}>
          {t("bar.test")}
        </Button>
      </Row>
      <Slider
        aria-label={t("bar.volume")}
        min={0}
        max={1}
        step={0.1}
        value={volume}
        aria-valuetext={percent}
        onChange={(e) => setVolume(Number(e.target.value))}
      />
    </div>
  );
}

const themes = [["light", Sun], ["dark", Moon]] as const;
function Theme() {
  const { t } = useTranslation();
  const theme = useAtomValue(themeAtom);
  const choose = useSetAtom(themeChoiceAtom);
  return (
    <Row icon={theme === "dark" ? Moon : Sun} label={t("bar.theme")}>
      <div role="group" aria-label={t("bar.theme")} className="flex rounded-control bg-hover p-0.5">
        {themes.map(([name, Icon]) => (
          <button
            key={name}
            type="button"
            aria-pressed={theme === name}
            aria-label={t(`bar.${name}`)}
            onClick={() => choose(name)}
            className={cn(
              "grid h-7 w-10 place-items-center rounded-[5px] touch:h-11 touch:w-12",
              theme === name ? "bg-surface text-fg dark:bg-pressed" : "text-fg-muted hover:text-fg",
            )}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        ))}
      </div>
    </Row>
  );
}

/** The four languages. A signed-in person's choice goes with them to every device. */
function Language() {
  const { t, i18n } = useTranslation();
  const id = useId();
  return (
    <Row icon={Languages} label={<label htmlFor={id}>{t("bar.language")}</label>}>
      <Select
        id={id}
        value={i18n.language}
        onChange={(e) => void chooseLanguage(e.target.value as typeof languages[number])}
        className="w-36"
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>{languageNames[language]}</option>
        ))}
      </Select>
    </Row>
  );
}

/** What is set for this device: loudness, theme, language; and a fresh start of the page. */
export function DeviceControls() {
  const { t } = useTranslation();
  return (
    <div className="space-y-3">
      <Volume />
      <Theme />
      <Language />
      <Button className="w-full" onClick={() => location.reload()}>
        <RotateCw aria-hidden /> {t("bar.refresh")}
      </Button>
    </div>
  );
}
