import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { SURFACE } from "../../../core/theme.ts";
import { MediaField } from "../../../patterns/forms/media-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { logoFile } from "./pictures.ts";
import { SaveNote } from "../save-note.tsx";
import { saveBrand, uploadBrand } from "./use-brand.ts";
import { useUpload } from "./use-upload.ts";

const PICKED_MAX = 10 * 1024 * 1024;

/** One theme's logo, on that theme's surface. */
export function BrandLogo({ mode, src }: { mode: "light" | "dark"; src: string }) {
  const { t } = useTranslation("settings");
  const { state, run } = useUpload();
  return (
    <div className="min-w-0 space-y-3">
      <div
        className="grid h-24 place-items-center rounded-card border border-line p-4"
        style={{ backgroundColor: SURFACE[mode] }}
      >
        {src
          ? <img src={src} alt={t(`brand.${mode}`)} className="max-h-14 max-w-full object-contain" />
          : (
            <span className="text-meta" style={{ color: mode === "dark" ? "#98a2b0" : "#5d6775" }}>
              {t("brand.noLogo")}
            </span>
          )}
      </div>
      <MediaField
        preview={null}
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        label={t(`brand.logo.${mode}`)}
        busy={state.name === "saving"}
        maxBytes={PICKED_MAX}
        onPick={(file) => void run(async () => await uploadBrand({ typeArch: "logo", mode }, [await logoFile(file)]))}
      >
        {src && (
          <Button
            tone="quiet"
            onClick={() => void run(() => saveBrand(mode === "dark" ? "appLogoDark" : "appLogoLight", ""))}
          >
            {t("brand.remove")}
          </Button>
        )}
      </MediaField>
      <SaveNote state={state} />
    </div>
  );
}
