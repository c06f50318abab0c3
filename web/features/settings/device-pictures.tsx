// What two decisions look like on a phone. Decoration: the words beside them say the same.
import { MessageSquare, Smartphone, WifiOff } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";

/** A locked screen with a notification: who wrote and what, or only that somebody did. */
export function NoticePicture({ text }: { text: boolean }) {
  const { t } = useTranslation("settings");
  return (
    <div aria-hidden className="rounded-bubble border border-line bg-bg p-3 pb-6">
      <p className="text-center text-[26px] leading-8 font-500 text-fg-muted tabular-nums">09:41</p>
      <div className="mt-3 flex gap-2 rounded-card bg-raised p-2 shadow-float">
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-primary text-on-primary">
          <MessageSquare className="size-4" />
        </span>
        <div className="min-w-0">
          <p className="truncate text-meta font-600">{text ? t("decide.pushText.who") : t("decide.pushText.new")}</p>
          <p className="line-clamp-2 text-[12px] leading-4 text-fg-muted">
            {text ? t("decide.pushText.said") : t("decide.pushText.open")}
          </p>
        </div>
      </div>
    </div>
  );
}

/** A phone without network: the list is there, or nothing is. */
export function DevicePicture({ kept }: { kept: boolean }) {
  return (
    <div aria-hidden className="rounded-bubble border border-line bg-bg p-3">
      <p className="flex items-center justify-center gap-1.5 rounded-control bg-warning-soft py-1 text-warning">
        <WifiOff className="size-4" />
      </p>
      <div className="mt-3 h-30 space-y-2.5">
        {kept
          ? [20, 26, 16].map((width) => (
            <div key={width} className="flex items-center gap-2">
              <span className="size-8 shrink-0 rounded-full bg-primary-soft" />
              <span className="space-y-1.5">
                <span className="block h-2 rounded-full bg-line-strong/60" style={{ width: `${width * 4}px` }} />
                <span className="block h-2 w-32 rounded-full bg-line" />
              </span>
            </div>
          ))
          : (
            <div className="grid h-full place-items-center text-fg-subtle">
              <Smartphone className="size-10" strokeWidth={1.25} />
            </div>
          )}
      </div>
    </div>
  );
}
