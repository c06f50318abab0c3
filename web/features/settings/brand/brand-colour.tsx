import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { SURFACE, wordsColour } from "../../../core/theme.ts";
import { Button } from "../../../ui/button.tsx";
import { ColourField } from "../../../ui/colour-field.tsx";
import { contrast, onFill } from "../../../ui/colour.ts";
import { Field } from "../../../ui/field.tsx";
import { colourKey, isColour, shownColour, unchosen } from "./own-colour.ts";
import { SaveNote } from "../save-note.tsx";
import { saveBrand } from "./use-brand.ts";
import { useSetting } from "../use-setting.ts";

const PICKED_MS = 600;
const FG = { light: "#151a21", dark: "#e9ecf0" };

/** Button and link in the colour, on the theme's own surface, and how well each reads. */
function Sample({ colour, theme }: { colour: string; theme: "light" | "dark" }) {
  const { t, i18n } = useTranslation("settings");
  const surface = SURFACE[theme];
  const words = wordsColour(colour, theme);
  const on = onFill(colour);
  const ratio = (value: number) => `${value.toLocaleString(i18n.language, { maximumFractionDigits: 1 })}:1`;
  return (
    <div
      className="space-y-2 rounded-card border border-line p-3"
      style={{ backgroundColor: surface, color: FG[theme] }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span
          className="inline-flex h-8 items-center rounded-control px-3 font-500"
          style={{ backgroundColor: colour, color: on }}
        >
          {t("brand.sampleButton")}
        </span>
        <span className="font-500 underline underline-offset-2" style={{ color: words }}>{t("brand.sampleLink")}</span>
      </div>
      <p className="text-meta">
        {t("brand.contrast", { button: ratio(contrast(on, colour)), link: ratio(contrast(words, surface)) })}
        {words.toLowerCase() !== colour.toLowerCase() && ` ${t("brand.moved", { colour: words })}`}
      </p>
    </div>
  );
}

/** The primary colour of one theme. Saved when the picking rests. */
export function BrandColour(props: {
  theme: "light" | "dark";
  stored: string | undefined;
  onColour: (colour: string) => void;
}) {
  const { t } = useTranslation("settings");
  const { theme, stored, onColour } = props;
  const { value, change, state } = useSetting(stored, (colour) => saveBrand(colourKey(theme), colour), PICKED_MS);
  const [typed, setTyped] = useState<string | null>(null);
  const own = value.toLowerCase() === unchosen(theme).toLowerCase();
  const shown = typed ?? shownColour(value, theme);
  const set = (next: string) => {
    const good = isColour(next);
    setTyped(good ? null : next);
    if (!good) return;
    change(next);
    onColour(next);
  };
  return (
    <div className="min-w-0 space-y-2">
      <Field label={t(`brand.${theme}`)} error={typed === null ? undefined : t("field.color", { ns: "core" })}>
        <ColourField value={shown} onChange={set} swatchLabel={t("colour.swatch", { ns: "core" })} />
      </Field>
      <Sample colour={shownColour(value, theme)} theme={theme} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SaveNote state={state} />
        {!own && <Button size="small" tone="quiet" onClick={() => set(unchosen(theme))}>{t("brand.ours")}</Button>}
      </div>
    </div>
  );
}
