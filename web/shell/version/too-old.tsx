import { useAtomValue } from "jotai";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { draftsAtom } from "../../core/drafts.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Drawing } from "../../ui/drawing.tsx";
import { takeUpdate } from "./version.ts";

/** The server does not speak with this version any more. Nothing works but the update; texts can be copied out first. */
export function TooOld() {
  const { t } = useTranslation();
  const drafts = [...useAtomValue(draftsAtom).values()].filter(({ text }) => text.trim() !== "");
  return (
    <div
      role="alertdialog"
      aria-modal
      aria-labelledby="too-old"
      className="fixed inset-0 z-80 grid place-items-center overflow-y-auto bg-bg p-4"
    >
      <section className="w-full max-w-120 rounded-card border border-line bg-surface p-6 text-center sm:p-8">
        <Drawing name="cloud" className="mx-auto" />
        <h1 id="too-old" className="mt-3 text-title font-600">{t("update.old")}</h1>
        <p className="mt-2 text-fg-muted">{t("update.oldText")}</p>
        {drafts.length > 0 && (
          <ul aria-label={t("update.open")} className="mt-4 max-h-60 space-y-2 overflow-y-auto text-left">
            {drafts.map(({ id, text }) => (
              <li key={id} className="flex items-center gap-2 rounded-control border border-line p-2">
                <p className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">{text}</p>
                <CopyButton text={text} />
              </li>
            ))}
          </ul>
        )}
        <Button tone="primary" className="mt-5" onClick={() => void takeUpdate()}>{t("update.now")}</Button>
      </section>
    </div>
  );
}
