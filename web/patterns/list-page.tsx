import type { ReactNode } from "react";
import { formatNumber } from "../core/format.ts";
import { SearchField } from "./search-field.tsx";

interface Props {
  title: string;
  /** How many there are; shown beside the title once known. */
  count?: number;
  /** One sentence: what this screen is for. */
  intro: string;
  actions?: ReactNode;
  search?: { value: string; onChange: (value: string) => void; label: string };
  children: ReactNode;
}

/** The frame of a screen of administration: title, sentence, primary action, search, and the list. */
export function ListPage({ title, count, intro, actions, search, children }: Props) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-300 flex-col gap-4 p-4 sm:p-6">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-60 flex-1">
            <h1 className="text-title font-600">
              {title}
              {count !== undefined && (
                <span className="ml-2 font-400 text-fg-subtle tabular-nums">{formatNumber(count)}</span>
              )}
            </h1>
            <p className="text-body text-fg-muted">{intro}</p>
          </div>
          {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
        </header>
        {search && <SearchField {...search} className="w-full sm:max-w-80" />}
        {children}
      </div>
    </div>
  );
}
