import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "./empty.tsx";
import { ListPage } from "./list-page.tsx";
import { type Column, Records } from "./records.tsx";
import type { useSearch } from "./use-search.ts";

interface Props<R extends { id: number }> {
  title: string;
  intro: string;
  /** The primary action; offered again when the list is empty. */
  add: ReactNode;
  search: ReturnType<typeof useSearch> & { label: string };
  /** The answer of `useList` for the search. */
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
  /** The text for a list without any record. */
  empty: ReactNode;
  /** A hint when no record was found, where there is a better one than to check the spelling. */
  noMatchHint?: string;
  /** Content above the list that is no record of it. */
  before?: ReactNode;
  /** Sheets and dialogs that the list opens. */
  children: ReactNode;
}

/** A screen of administration whose records the server searches: its frame, the list page by page, and its empty states. */
export function SearchedRecords<R extends { id: number }>(
  {
    title,
    intro,
    add,
    search: { typed, setTyped, search, label },
    list,
    empty,
    noMatchHint,
    before,
    children,
    ...rest
  }: Props<
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
      {before}
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
