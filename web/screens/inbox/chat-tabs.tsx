import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { cn } from "../../ui/cn.ts";

const tabs = ["ticket", "sessions"] as const;
export type ChatTab = typeof tabs[number];

/** Where one thing is shown at a time: the conversation, or this contact's tickets. */
export function ChatTabs({ value, onChange }: { value: ChatTab; onChange: (tab: ChatTab) => void }) {
  const { t } = useTranslation("tickets");
  return (
    <div
      role="tablist"
      aria-label={t("tabs.label")}
      className="flex h-9 shrink-0 border-b border-line bg-surface touch:h-11"
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === value}
          onClick={() => onChange(tab)}
          className={cn(
            "-mb-px flex-1 border-b-2 text-meta font-500 focus-visible:-outline-offset-2",
            tab === value ? "border-primary-fg text-fg" : "border-transparent text-fg-muted",
          )}
        >
          {t(`tabs.${tab}`)}
        </button>
      ))}
    </div>
  );
}
