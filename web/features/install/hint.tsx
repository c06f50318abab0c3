import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { usePhone } from "../../patterns/use-phone.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { useApp } from "./app-name.ts";
import { declineInstall, openInstall } from "./offer.ts";

/** The offer: in the way of nothing, with a way out. Above a phone's bottom bar, over the end of a desk's list. */
export function InstallHint() {
  const { t } = useTranslation("install");
  const phone = usePhone();
  const { name, icon } = useApp();
  const card = (
    <section
      aria-label={t("install.menu", { ns: "core" })}
      className={cn(
        "z-20 bg-raised animate-from-bottom",
        phone
          ? "shrink-0 border-t border-line px-4 py-3"
          : "absolute bottom-4 left-4 w-90 rounded-card border border-line p-4 shadow-float",
      )}
    >
      <div className="flex items-start gap-3">
        <img src={icon} alt="" className="size-11 shrink-0 rounded-card" />
        <div className="min-w-0 flex-1" role="status">
          <p className="font-600 wrap-anywhere">{t("hint.title", { name })}</p>
          <p className="text-meta text-fg-muted">{t("hint.text")}</p>
        </div>
      </div>
      <div className="mt-2 flex justify-end gap-2">
        <Button tone="quiet" onClick={declineInstall}>{t("hint.later")}</Button>
        <Button tone="primary" onClick={() => void openInstall()}>{t("hint.install")}</Button>
      </div>
    </section>
  );
  // At the end of the screen's column: a desk's card stands on it and takes no room.
  return phone ? card : <div className="relative">{card}</div>;
}
