import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Empty } from "./empty.tsx";
import { ListPage } from "./list-page.tsx";
import { type Column, Records } from "./records.tsx";
import type { useSearch } from "./use-search.ts";

interface Props<R extends { id: number }> {
  title: string;
  intro: string;
  /** The primary action; offered again where there is nothing yet. */
  add: ReactNode;
  search: ReturnType<typeof useSearch> & { label: string };
  /** What `useList` answered for the search. */
  list: {
    records: readonly R[];
    count: number;
    isLoading: boolean;
    isFetchingMore: boolean;
    hasMore: boolean;
    more: () => void;
    error: unknown;
    refetch: () => unknown;
  };
  columns: readonly Column<R>[];
  card: (record: R) => ReactNode;
  actions: (record: R) => ReactNode;
  /** Nothing has been made yet. */
  empty: ReactNode;
  /** What to try when nothing was found, where there is more to say than to check the spelling. */
  noMatchHint?: string;
  /** What is opened from the list. */
  children: ReactNode;
}

/** A screen of administration whose records the server searches: its frame, the list page by page, and nothing found. */
export function SearchedRecords<R extends { id: number }>(
  { title, intro, add, search: { typed, setTyped, search, label }, list, empty, noMatchHint, children, ...rest }: Props<
    R
  >,
) {
  const { t } = useTranslation();
  return (
    <ListPage
      title={title}
      count={list.isLoading || list.error ? undefined : list.count}
      intro={intro}
      actions={add}
      search={{ value: typed, onChange: setTyped, label }}
    >
      <Records
        {...rest}
        label={title}
        records={list.records}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={search === "" ? empty : (
          <Empty
            drawing="search"
            title={t("list.noMatch", { search })}
            hint={noMatchHint ?? t("list.noMatchHint")}
            action={<Button onClick={() => setTyped("")}>{t("do.clear")}</Button>}
          />
        )}
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
      {children}
    </ListPage>
  );
}
