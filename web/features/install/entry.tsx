import { useAtomValue } from "jotai";
import { Download } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { openInstall, standaloneAtom } from "./offer.ts";

/** The entry of a phone's "more" sheet. Nothing in the installed app. */
export function InstallEntry({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  if (useAtomValue(standaloneAtom)) return null;
  return (
    <button
      type="button"
      onClick={() => {
        onChoose();
        void openInstall();
      }}
      className="flex h-10 w-full items-center gap-3 rounded-control px-2.5 text-body touch:h-11 font-500 text-fg-muted hover:bg-hover hover:text-fg"
    >
      <Download aria-hidden className="size-5" /> {t("install.menu")}
    </button>
  );
}
