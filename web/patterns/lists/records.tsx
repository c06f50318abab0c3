import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { cn } from "../../ui/cn.ts";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Failed } from "./empty.tsx";
import { Endless } from "./endless.tsx";
import { usePhone } from "../use-phone.ts";

export interface Column<R> {
  head: string;
  /** True where only screen readers read the head. */
  silent?: boolean;
  cell: (record: R) => ReactNode;
  className?: string;
  /** Its head orders the list by it. */
  sort?: { now: "ascending" | "descending" | "none"; press: () => void };
}
interface Props<R extends { id: number }> {
  /** A row's key, where ids come twice. */
  keyOf?: (record: R) => number;
  label: string;
  records: readonly R[];
  columns: readonly Column<R>[];
  /** The same data on a phone. */
  card: (record: R) => ReactNode;
  /** The look of a row that needs to be seen. */
  tint?: (record: R) => string | undefined;
  /** Buttons of a row, at its end. */
  actions?: (record: R) => ReactNode;
  loading: boolean;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
  more?: { hasMore: boolean; loading: boolean; onMore: () => void };
}

function Loading({ columns, phone }: { columns: number; phone: boolean }) {
  return (
    <Late>
      <div
        aria-hidden
        className="divide-y divide-line border-line bg-surface max-sm:-mx-4 max-sm:border-y sm:rounded-card sm:border"
      >
        {Array.from(
          { length: phone ? 10 : 8 },
          (_, row) => (
            <div key={row} className="flex h-16 items-center gap-6 px-4 sm:h-12">
              {Array.from(
                { length: phone ? 2 : columns },
                (_, cell) => <Skeleton key={cell} className={cn("h-3.5", cell === 0 ? "w-1/3" : "w-1/6")} />,
              )}
            </div>
          ),
        )}
      </div>
    </Late>
  );
}

function Head({ head, silent, sort }: Pick<Column<never>, "head" | "silent" | "sort">) {
  if (silent) return <span className="sr-only">{head}</span>;
  if (!sort) return head;
  const Arrow = sort.now === "descending" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={sort.press}
      className="-mx-1 inline-flex h-7 items-center gap-1 rounded-control px-1 font-500 hover:text-fg touch:min-h-11"
    >
      {head}
      <Arrow aria-hidden className={cn("size-3.5", sort.now === "none" && "invisible")} />
    </button>
  );
}

/** A table on a desk and rows of 64 px on a phone: same data, same actions. */
export function Records<R extends { id: number }>(props: Props<R>) {
  const { label, records, columns, card, tint, actions, loading, error, onRetry, empty, more } = props;
  const keyOf = props.keyOf ?? (({ id }: R) => id);
  const { t } = useTranslation();
  const phone = usePhone();
  if (loading) {
    return (
      <div role="status" aria-label={t("state.loading")}>
        <Loading columns={columns.length} phone={phone} />
      </div>
    );
  }
  if (error && records.length === 0) return <Failed error={error} onRetry={onRetry} />;
  if (records.length === 0) return <>{empty}</>;
  return (
    <div>
      {phone
        ? (
          <ul aria-label={label} className="-mx-4 divide-y divide-line border-y border-line bg-surface">
            {records.map((record) => (
              <li
                key={keyOf(record)}
                className={cn(
                  "flex min-h-16 items-center gap-2 py-1.5 pl-4",
                  actions ? "pr-1" : "pr-4",
                  tint?.(record),
                )}
              >
                <div className="min-w-0 flex-1">{card(record)}</div>
                {actions && <div className="flex">{actions(record)}</div>}
              </li>
            ))}
          </ul>
        )
        : (
          <div
            className="overflow-x-auto rounded-card border border-line bg-surface"
            tabIndex={0}
            role="region"
            aria-label={label}
          >
            <Table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <Th key={column.head} className={column.className} aria-sort={column.sort?.now}>
                      <Head {...column} />
                    </Th>
                  ))}
                  {actions && (
                    <Th className="right-0 w-px">
                      <span className="sr-only">{t("list.actions")}</span>
                    </Th>
                  )}
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <Tr key={keyOf(record)} className={tint?.(record)}>
                    {columns.map((column) => (
                      <Td key={column.head} className={column.className}>{column.cell(record)}</Td>
                    ))}
                    {actions && (
                      // Where the table is wider than the screen its columns roll below what can be done.
                      <Td
                        className={cn(
                          "sticky right-0 z-1 group-hover:bg-[image:linear-gradient(var(--hover),var(--hover))]",
                          tint?.(record) ?? "bg-surface",
                        )}
                      >
                        <div className="flex justify-end gap-0.5">{actions(record)}</div>
                      </Td>
                    )}
                  </Tr>
                ))}
              </tbody>
            </Table>
          </div>
        )}
      {more && <Endless {...more} />}
    </div>
  );
}
