import { type ReactNode, useRef } from "react";
import { formatNumber } from "../../core/words/format.ts";
import { cn } from "../../ui/cn.ts";
import { PullSign } from "./pull-sign.tsx";
import { SearchField } from "./search-field.tsx";
import { usePull } from "./use-pull.ts";

interface Props {
  title: string;
  /** How many there are; shown beside the title once known. */
  count?: number;
  /** There are at least so many. */
  countIsMinimum?: boolean;
  /** One sentence: what this screen is for. */
  intro: string;
  actions?: ReactNode;
  /** Beside the search: what else the list is narrowed by. */
  filters?: ReactNode;
  /** As wide as the window, for tables of many columns. */
  wide?: boolean;
  search?: { value: string; onChange: (value: string) => void; label: string };
  children: ReactNode;
}

/** The frame of a screen of administration: title, sentence, primary action, search, and the list. */
export function ListPage(
  { title, count, countIsMinimum, intro, actions, search, filters, wide, children }: Props,
) {
  const area = useRef<HTMLDivElement>(null);
  const pull = usePull(area);
  return (
    <div className="relative h-full overflow-hidden">
      <PullSign {...pull} />
      <div ref={area} className="h-full overflow-y-auto overscroll-contain">
        <div className={cn("mx-auto flex flex-col gap-4 p-4 sm:p-6", !wide && "max-w-300")}>
          <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
            <div className="min-w-60 flex-1">
              <h1 className="text-title font-600">
                {title}
                {count !== undefined && (
                  <span className="ml-2 font-400 text-fg-subtle tabular-nums">
                    {formatNumber(count)}
                    {countIsMinimum && "+"}
                  </span>
                )}
              </h1>
              <p className="text-body text-fg-muted">{intro}</p>
            </div>
            {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
          </header>
          {search && (
            <div className="flex flex-wrap gap-2">
              <SearchField {...search} className="w-full sm:max-w-80" />
              {filters}
            </div>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}
