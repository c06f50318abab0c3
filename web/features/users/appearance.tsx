import { useAtom } from "jotai";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { densityAtom, openNextAtom, textScaleAtom, textScales } from "../../core/who/preferences.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

/** How close things stand and how large letters are, for this person. At once: it is seen behind the sheet. */
export function Appearance() {
  const { t } = useTranslation("users");
  const [density, setDensity] = useAtom(densityAtom);
  const [next, setNext] = useAtom(openNextAtom);
  const [scale, setScale] = useAtom(textScaleAtom);
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="float-left mb-2 w-full text-meta font-500 text-fg-subtle">{t("look.title")}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        <Field label={t("look.density")}>
          <Select
            value={density}
            onChange={(e) => setDensity(e.target.value === "compact" ? "compact" : "comfortable")}
          >
            <option value="comfortable">{t("look.comfortable")}</option>
            <option value="compact">{t("look.compact")}</option>
          </Select>
        </Field>
        <Field label={t("look.letters")}>
          <Select value={String(scale)} onChange={(e) => setScale(Number(e.target.value))}>
            {textScales.map((size) => <option key={size} value={String(size)}>{`${Math.round(size * 100)} %`}</option>)}
          </Select>
        </Field>
        <Field label={t("look.afterClosing")} className="sm:col-span-2">
          <Select
            value={next}
            onChange={(e) => setNext(e.target.value === "yes" || e.target.value === "no" ? e.target.value : "")}
          >
            <option value="">{t("look.nextOnDesk")}</option>
            <option value="yes">{t("look.next")}</option>
            <option value="no">{t("look.list")}</option>
          </Select>
        </Field>
      </div>
    </fieldset>
  );
}
