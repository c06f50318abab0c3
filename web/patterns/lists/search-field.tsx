import { Search, X } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { cn } from "../../ui/cn.ts";
import { Input } from "../../ui/input.tsx";

interface Props {
  value: string;
  onChange: (value: string) => void;
  label: string;
  /** Takes the focus when it appears, because the person pressed the button for it. */
  autoFocus?: boolean;
  className?: string;
}

export function SearchField({ value, onChange, label, autoFocus, className }: Props) {
  const { t } = useTranslation();
  return (
    <div role="search" className={cn("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-subtle"
      />
      <Input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoFocus={autoFocus}
        onChange={(e) => onChange(e.target.value)}
        className="px-8!"
      />
      {value && (
        <button
          type="button"
          aria-label={t("do.clear")}
          onClick={() => onChange("")}
          className="hit absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded-control text-fg-subtle hover:text-fg"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
