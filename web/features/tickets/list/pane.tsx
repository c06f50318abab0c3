import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { tickets } from "../../../../api/features/tickets/contract.ts";
import { viewerOf } from "../../../core/can.ts";
import { readDrafts } from "../../../core/drafts.ts";
import { formatNumber } from "../../../core/format.ts";
import { useMe } from "../../../core/me.ts";
import { useList } from "../../../core/query.ts";
import { Failed } from "../../../patterns/empty.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useMemo } from "react";
import { EmptyList } from "./empty-list.tsx";
import { PaneHead } from "./pane-head.tsx";
import { TicketRows } from "./rows.tsx";
import { TicketSkeletons } from "./skeletons.tsx";
import { listAtom, listCall } from "./state.ts";

/** The list pane: what is waiting, what one works on, what is done. */
export function TicketPane({ selected }: { selected: string | undefined }) {
  const { t } = useTranslation("tickets");
  const me = useMe();
  const viewer = useMemo(() => viewerOf(me), [me]);
  const state = useAtomValue(listAtom);
  const query = useMemo(() => listCall(state), [state]);
  const list = useList(tickets.list, { query }, { keepPrevious: state.search !== "" });
  useEffect(() => void readDrafts(), []);
  const none = list.records.length === 0;
  return (
    <section aria-label={t("label")} className="flex h-full min-h-0 flex-col bg-surface">
      <h1 className="sr-only">{t("menu.tickets")}</h1>
      <PaneHead />
      {state.search && !list.isLoading && !none && (
        <p
          role="status"
          className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-meta text-fg-subtle"
        >
          {t("results", { count: list.count, shown: formatNumber(list.count) + (list.countIsMinimum ? "+" : "") })}
          {list.isPlaceholder && <Spinner className="size-3.5!" />}
        </p>
      )}
      {none && list.isLoading && <TicketSkeletons />}
      {none && !list.isLoading && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {list.error
            ? <Failed error={list.error} onRetry={() => void list.refetch()} />
            : <EmptyList typed={state.search} />}
        </div>
      )}
      {!none && (
        <TicketRows
          key={JSON.stringify(query)}
          list={JSON.stringify(query)}
          tickets={list.records}
          total={list.count}
          viewer={viewer}
          selected={selected}
          mixed={state.search !== ""}
          hasMore={list.hasMore}
          loadingMore={list.isFetchingMore}
          onMore={list.more}
        />
      )}
    </section>
  );
}
