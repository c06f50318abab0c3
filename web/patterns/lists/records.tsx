import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "../../ui/cn.ts";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Failed } from "./empty.tsx";
import { Endless } from "./endless.tsx";
import { usePhone } from "../use-phone.ts";

export interface Column<R> {
  head: string;
  /** The head is for who does not see the column. */
  silent?: boolean;
  cell: (record: R) => ReactNode;
  className?: string;
}
interface Props<R extends { id: number }> {
  /** What tells a row from all others, where ids come twice. */
  keyOf?: (record: R) => number;
  label: string;
  records: readonly R[];
  columns: readonly Column<R>[];
  /** The same data on a phone. */
  card: (record: R) => ReactNode;
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
      <div aria-hidden className="divide-y divide-line rounded-card border border-line bg-surface">
        {Array.from(
          { length: phone ? 5 : 8 },
          (_, row) => (
            <div key={row} className="flex h-18 items-center gap-6 px-4 sm:h-12">
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

/** A table on a desk and cards on a phone: same data, same actions. */
export function Records<R extends { id: number }>(props: Props<R>) {
  const { label, records, columns, card, actions, loading, error, onRetry, empty, more } = props;
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
          <ul aria-label={label} className="space-y-2">
            {records.map((record) => (
              <li key={keyOf(record)} className="flex items-start gap-2 rounded-card border border-line bg-surface p-3">
                <div className="min-w-0 flex-1">{card(record)}</div>
                {actions && <div className="-mr-1 flex">{actions(record)}</div>}
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
                    <Th key={column.head} className={column.className}>
                      {column.silent ? <span className="sr-only">{column.head}</span> : column.head}
                    </Th>
                  ))}
                  {actions && (
                    <Th className="w-px">
                      <span className="sr-only">{t("list.actions")}</span>
                    </Th>
                  )}
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <Tr key={keyOf(record)}>
                    {columns.map((column) => (
                      <Td key={column.head} className={column.className}>{column.cell(record)}</Td>
                    ))}
                    {actions && (
                      <Td>
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
