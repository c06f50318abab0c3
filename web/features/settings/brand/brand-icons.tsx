import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type IconPurpose, readIcons } from "../../../../api/contract/rules/brand.ts";
import { MediaField } from "../../../patterns/forms/media-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/cn.ts";
import { Slider } from "../../../ui/slider.tsx";
import { shownColour } from "./own-colour.ts";
import { drawIcon, iconFiles, type IconLook, openPicture } from "./pictures.ts";
import { SaveNote } from "../save-note.tsx";
import { saveBrand, uploadBrand } from "./use-brand.ts";
import { useUpload } from "./use-upload.ts";

const PICKED_MAX = 10 * 1024 * 1024;
/** Systems cut up to a fifth off each side: what counts stays within this share. */
const SAFE_SHARE = 0.72;
const SHOWN_PX = 144;

function Drawn({ image, purpose, look, shape }: {
  image: HTMLImageElement;
  purpose: IconPurpose;
  look: IconLook;
  shape: string;
}) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(drawIcon(image, SHOWN_PX, purpose, look));
  }, [image, purpose, look]);
  return <span ref={place} aria-hidden className={cn("block size-18 overflow-hidden [&_canvas]:size-full", shape)} />;
}

const shapes = [
  ["android", "maskable", "rounded-full"],
  ["apple", "apple", "rounded-[22%]"],
  ["browser", "any", "rounded-control bg-hover"],
] as const;

function Editor({ image, colour, onUse, onCancel, busy }: {
  image: HTMLImageElement;
  colour: string;
  onUse: (look: IconLook) => void;
  onCancel: () => void;
  busy: boolean;
}) {
  const { t } = useTranslation("settings");
  const [look, setLook] = useState<IconLook>({ background: "#ffffff", share: SAFE_SHARE });
  const backgrounds = [["white", "#ffffff"], ["brand", colour], ["dark", "#11151a"]] as const;
  return (
    <div className="space-y-4 rounded-card border border-line bg-surface p-4">
      <ul className="flex flex-wrap gap-6">
        {shapes.map(([name, purpose, shape]) => (
          <li key={name} className="space-y-1.5 text-center text-meta text-fg-muted">
            <Drawn image={image} purpose={purpose} look={look} shape={cn("mx-auto border border-line", shape)} />
            {t(`icon.${name}`)}
          </li>
        ))}
      </ul>
      <fieldset>
        <legend className="text-meta font-500 text-fg-muted">{t("icon.background")}</legend>
        <div className="mt-1 flex gap-2">
          {backgrounds.map(([name, background]) => (
            <button
              key={name}
              type="button"
              aria-label={t(`icon.${name}`)}
              aria-pressed={look.background === background}
              onClick={() => setLook({ ...look, background })}
              style={{ backgroundColor: background }}
              className={cn(
                "size-9 rounded-full border border-line-strong touch:size-11",
                look.background === background && "ring-2 ring-fg ring-offset-2 ring-offset-surface",
              )}
            />
          ))}
        </div>
      </fieldset>
      <label className="block max-w-80 text-meta font-500 text-fg-muted">
        {t("icon.share")}
        <Slider
          min={0.4}
          max={1}
          step={0.02}
          value={look.share}
          aria-valuetext={`${Math.round(look.share * 100)} %`}
          onChange={(e) => setLook({ ...look, share: Number(e.target.value) })}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={busy} onClick={() => onUse(look)}>{t("icon.use")}</Button>
        <Button tone="quiet" onClick={onCancel}>{t("do.cancel", { ns: "core" })}</Button>
      </div>
    </div>
  );
}

/** The icon on home screens: one picture, drawn into every form that systems ask for. */
export function BrandIcons({ icons, colour }: { icons: string; colour: string }) {
  const { t } = useTranslation("settings");
  const { state, run } = useUpload();
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const now = readIcons(icons).find(({ purpose, size }) => purpose === "apple" || size >= 192);
  const use = async (look: IconLook) => {
    if (!image) return;
    const done = await run(async () => await uploadBrand({ typeArch: "favicon" }, await iconFiles(image, look)));
    if (done) setImage(null);
  };
  const reset = () =>
    run(async () => {
      await saveBrand("appIcons", "");
      await saveBrand("appLogoFavicon", "");
    });
  return (
    <section aria-labelledby="brand-icon" className="space-y-3">
      <h2 id="brand-icon" className="text-lead font-600">{t("icon.title")}</h2>
      <p className="text-fg-muted">{t("icon.hint")}</p>
      {image
        ? (
          <Editor
            image={image}
            colour={shownColour(colour, "light")}
            busy={state.name === "saving"}
            onUse={(look) => void use(look)}
            onCancel={() => setImage(null)}
          />
        )
        : (
          <MediaField
            preview={
              <img
                src={now?.src ?? "/icons/icon-192.png"}
                alt=""
                className="size-16 shrink-0 rounded-[22%] border border-line"
              />
            }
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            label={t("icon.choose")}
            maxBytes={PICKED_MAX}
            onPick={(file) => void run(async () => setImage(await openPicture(file)))}
          >
            {now && <Button tone="quiet" onClick={() => void reset()}>{t("icon.ours")}</Button>}
          </MediaField>
        )}
      {!(image && state.name === "saved") && <SaveNote state={state} />}
    </section>
  );
}
