import { Search } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { formatNumber } from "../../core/words/format.ts";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { usePhone } from "../use-phone.ts";
import { PullSign } from "./pull-sign.tsx";
import { SearchField } from "./search-field.tsx";
import { usePull } from "./use-pull.ts";

interface Props {
  title: string;
  /** The number of records; shown beside the title once known. */
  count?: number;
  /** True when there are at least that many. */
  countIsMinimum?: boolean;
  /** One sentence about the purpose of this screen. */
  intro: string;
  /** Buttons: words on a desk, only their icons on a phone unless they say `data-words`. */
  actions?: ReactNode;
  /** Further filters, beside the search. */
  filters?: ReactNode;
  /** As wide as the window, for tables of many columns. */
  wide?: boolean;
  search?: { value: string; onChange: (value: string) => void; label: string };
  children: ReactNode;
}

/** The frame of a screen of administration: title, sentence, primary action, search, and the list. A phone has title, search and action in one line. */
export function ListPage(
  { title, count, countIsMinimum, intro, actions, search, filters, wide, children }: Props,
) {
  const area = useRef<HTMLDivElement>(null);
  const pull = usePull(area);
  const phone = usePhone();
  const [looking, setLooking] = useState(false);
  const searched = search && (!phone || looking || search.value !== "");
  return (
    <div className="relative h-full overflow-hidden">
      <PullSign {...pull} />
      <div ref={area} className="h-full overflow-y-auto overscroll-contain">
        <div className={cn("mx-auto flex flex-col gap-4 p-4 sm:p-6 max-sm:gap-2 max-sm:pt-0", !wide && "max-w-300")}>
          <header className="flex items-center gap-1 max-sm:-mr-2 max-sm:h-13 sm:items-start sm:gap-x-4">
            <div className="min-w-0 flex-1">
              <h1 className="text-title font-600 max-sm:truncate">
                {title}
                {count !== undefined && (
                  <span className="ml-2 font-400 text-fg-subtle tabular-nums">
                    {formatNumber(count)}
                    {countIsMinimum && "+"}
                  </span>
                )}
              </h1>
              <p className="text-body text-fg-muted max-sm:sr-only">{intro}</p>
            </div>
            {search && phone && (
              <IconButton
                icon={Search}
                label={search.label}
                aria-pressed={searched}
                onClick={() => {
                  setLooking(!searched);
                  if (searched) search.onChange("");
                }}
              />
            )}
            {actions && (
              <div className="flex shrink-0 gap-2 max-sm:gap-1 max-sm:[&>:not([data-words])]:icon-only">{actions}</div>
            )}
          </header>
          {search && (searched || filters) && (
            <div className={cn("flex flex-wrap gap-2", !searched && "hidden")}>
              <SearchField {...search} autoFocus={looking} className="w-full sm:max-w-80" />
              {filters}
            </div>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}
