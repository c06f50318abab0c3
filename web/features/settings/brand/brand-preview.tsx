import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { SURFACE } from "../../../core/theme.ts";
import { onFill } from "../../../ui/colour.ts";
import { shownColour } from "./own-colour.ts";

interface Props {
  name: string;
  icon: string;
  light: string;
  dark: string;
}

function Phone({ theme, colour, name, icon }: { theme: "light" | "dark"; colour: string; name: string; icon: string }) {
  const line = theme === "dark" ? "#2c343f" : "#e1e4e9";
  return (
    <div
      className="flex-1 overflow-hidden rounded-bubble border border-line"
      style={{
        backgroundColor: theme === "dark" ? "#11151a" : "#f3f4f6",
        color: theme === "dark" ? "#e9ecf0" : "#151a21",
      }}
    >
      <div className="h-5" style={{ backgroundColor: colour }} />
      <div className="flex flex-col items-center gap-1.5 px-2 pt-6 pb-4">
        <img src={icon} alt="" className="size-14 rounded-[22%]" />
        <span className="line-clamp-2 text-center text-[12px] leading-4 wrap-anywhere">{name}</span>
      </div>
      <div className="space-y-2 p-3" style={{ backgroundColor: SURFACE[theme] }}>
        <div className="h-2 w-4/5 rounded-full" style={{ backgroundColor: line }} />
        <div className="h-2 w-3/5 rounded-full" style={{ backgroundColor: line }} />
        <div
          className="grid h-7 place-items-center rounded-control text-[12px] font-500"
          style={{ backgroundColor: colour, color: onFill(colour) }}
        >
          ···
        </div>
      </div>
    </div>
  );
}

/** The brand on a phone, in both themes, while it is being changed. */
export function BrandPreview({ name, icon, light, dark }: Props) {
  const { t } = useTranslation("settings");
  const shown = { name: name.trim() || "Recado", icon: icon || "/icons/icon-192.png" };
  return (
    <aside aria-label={t("brand.preview")} className="lg:sticky lg:top-0 lg:self-start">
      <p className="mb-2 text-meta font-500 text-fg-muted">{t("brand.preview")}</p>
      <div aria-hidden className="flex max-w-80 gap-3">
        <Phone theme="light" colour={shownColour(light, "light")} {...shown} />
        <Phone theme="dark" colour={shownColour(dark, "dark")} {...shown} />
      </div>
    </aside>
  );
}
