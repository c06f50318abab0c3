import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Failed } from "../../../patterns/lists/empty.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { BrandColour } from "./brand-colour.tsx";
import { BrandIcons } from "./brand-icons.tsx";
import { BrandLogo } from "./brand-logo.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { SaveNote } from "../save-note.tsx";
import { saveBrand, useBrand } from "./use-brand.ts";
import { useSetting } from "../use-setting.ts";

const TYPED_MS = 700;
const NAME_MAX = 60;

function Name({ stored, onName }: { stored: string; onName: (name: string) => void }) {
  const { t } = useTranslation("settings");
  const { value, change, state } = useSetting(stored, (name) => saveBrand("appName", name.trim()), TYPED_MS);
  return (
    <section className="space-y-2">
      <Field label={t("brand.name")} hint={t("brand.nameHint")}>
        <Input
          value={value}
          maxLength={NAME_MAX}
          placeholder="Recado"
          onChange={(e) => {
            change(e.target.value);
            onName(e.target.value);
          }}
          className="max-w-100"
        />
      </Field>
      <SaveNote state={state} />
    </section>
  );
}

/** How the platform calls itself and looks, for all its companies. */
export function BrandPart() {
  const { t } = useTranslation("settings");
  const { values, error, refetch } = useBrand();
  const [name, setName] = useState<string>();
  const [colours, setColours] = useState<{ light?: string; dark?: string }>({});
  if (!values) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="mb-4 h-16 w-full max-w-120" />
        <Skeleton className="h-60 w-full max-w-200" />
      </Late>
    );
  }
  const light = colours.light ?? values.primaryColorLight ?? "";
  const dark = colours.dark ?? values.primaryColorDark ?? "";
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="min-w-0 space-y-8">
        <p className="text-fg-muted">{t("brand.intro")}</p>
        <Name stored={values.appName ?? ""} onName={setName} />
        <section aria-labelledby="brand-colours" className="space-y-3">
          <h2 id="brand-colours" className="text-lead font-600">{t("brand.colours")}</h2>
          <div className="grid gap-6 sm:grid-cols-2">
            <BrandColour
              theme="light"
              stored={values.primaryColorLight}
              onColour={(light) => setColours((now) => ({ ...now, light }))}
            />
            <BrandColour
              theme="dark"
              stored={values.primaryColorDark}
              onColour={(dark) => setColours((now) => ({ ...now, dark }))}
            />
          </div>
        </section>
        <section aria-labelledby="brand-logos" className="space-y-3">
          <h2 id="brand-logos" className="text-lead font-600">{t("brand.logos")}</h2>
          <p className="text-fg-muted">{t("brand.logosHint")}</p>
          <div className="grid gap-6 sm:grid-cols-2">
            <BrandLogo mode="light" src={values.appLogoLight ?? ""} />
            <BrandLogo mode="dark" src={values.appLogoDark ?? ""} />
          </div>
        </section>
        <BrandIcons icons={values.appIcons ?? ""} colour={light} />
      </div>
      <BrandPreview name={name ?? values.appName ?? ""} icon={values.appLogoFavicon ?? ""} light={light} dark={dark} />
    </div>
  );
}
