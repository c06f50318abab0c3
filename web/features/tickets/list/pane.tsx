import { useAtomValue } from "jotai";
import { CloudOff } from "lucide-react";
import { memo, useMemo } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { type MessageHit, tickets } from "../../../../api/features/tickets/contract.ts";
import { viewerOf } from "../../../core/who/can.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { useMe } from "../../../core/who/me.ts";
import { useList } from "../../../core/query.ts";
import { Failed } from "../../../patterns/lists/empty.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { jobAtom } from "../bulk/state.ts";
import { EmptyList } from "./empty-list.tsx";
import { PaneHead } from "./pane-head.tsx";
import { TicketRows } from "./rows.tsx";
import { TicketSkeletons } from "./skeletons.tsx";
import { choosingAtom } from "../state/selection.ts";
import { isSearch, listAtom, listCall, typedAtom } from "../state/state.ts";
import { together, useLocalSearch } from "../state/use-local-search.ts";
import { useListWithWanted } from "../use-wanted.ts";

const BulkBar = onDemand(() => import("../bulk/bulk-bar.tsx").then((m) => m.BulkBar));

interface Props {
  selected: string | undefined;
  /** Somebody is about to open this ticket, or it is at the top. */
  onNear: (ticketId: number) => void;
}

/** The list pane: what is waiting, what one works on, what is done. A search shows what the device finds at once. */
export const TicketPane = memo(function TicketPane({ selected, onNear }: Props) {
  const { t } = useTranslation("tickets");
  const me = useMe();
  const viewer = useMemo(() => viewerOf(me), [me]);
  const state = useAtomValue(listAtom);
  const typed = useAtomValue(typedAtom).trim();
  const query = useMemo(() => listCall(state), [state]);
  const across = isSearch(state);
  const answer = useList(tickets.list, { query }, { keepPrevious: across, keep: !across });
  const list = { ...answer, ...useListWithWanted(answer, query) };
  const local = useLocalSearch(typed, state);
  const searching = typed !== "" && local !== null;
  // Between two letters the server's answer is about other words.
  const settled = !searching || (state.search === typed && !list.isPlaceholder && !list.isLoading);
  const found = useMemo(
    () => searching ? together(settled ? list.records : [], local.tickets) : list.records,
    [searching, settled, list.records, local?.tickets],
  );
  const hits = useMemo(() => {
    const told = settled ? answer.pages?.flatMap((page) => Object.entries(page.hits ?? {})) ?? [] : [];
    return new Map<number, MessageHit>([...local?.hits ?? [], ...told.map(([id, hit]) => [Number(id), hit] as const)]);
  }, [settled, answer.pages, local?.hits]);
  const choosing = useAtomValue(choosingAtom);
  const working = useAtomValue(jobAtom) !== null;
  const none = found.length === 0;
  const loading = searching ? !settled || local.busy : list.isLoading;
  const partial = settled && list.fromDevice?.partial === true;
  const count = settled ? Math.max(list.count, found.length) : found.length;
  const shown = formatNumber(count) + (settled && !partial && list.countIsMinimum ? "+" : "");
  const name = JSON.stringify(searching ? { ...query, searchParam: typed } : query);
  return (
    <section aria-label={t("label")} className="flex h-full min-h-0 flex-col bg-surface">
      <h1 className="sr-only">{t("title")}</h1>
      <PaneHead />
      {(partial || ((across || searching) && !none)) && (
        <p
          role="status"
          className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line px-3 py-1 text-meta text-fg-subtle"
        >
          {partial && <CloudOff aria-hidden className="size-4 shrink-0" />}
          {partial ? t("offline.partial", { count, shown }) : t("results", { count, shown })}
          {(list.isPlaceholder || loading) && <Spinner className="size-3.5!" />}
        </p>
      )}
      {none && loading && <TicketSkeletons />}
      {none && !loading && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {list.error
            ? <Failed error={list.error} onRetry={() => void list.refetch()} />
            : <EmptyList typed={typed || state.search} />}
        </div>
      )}
      {!none && (
        <TicketRows
          key={name}
          list={name}
          tickets={found}
          hits={hits}
          needle={across || searching ? typed : ""}
          total={count}
          viewer={viewer}
          selected={selected}
          mixed={across || searching}
          hasMore={settled && list.hasMore}
          loadingMore={list.isFetchingMore}
          onMore={list.more}
          onNear={onNear}
        />
      )}
      {(choosing || working) && <BulkBar tickets={found} list={name} viewer={viewer} />}
    </section>
  );
});
