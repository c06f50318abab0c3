import { ExternalLink, Plus } from "lucide-react";
import { useAtom } from "jotai";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { useMe } from "../../../core/who/me.ts";
import { useRead } from "../../../core/query.ts";
import { Empty } from "../../../patterns/lists/empty.tsx";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { openDialog } from "../actions/dialogs.ts";
import { useCounts } from "./view-tabs.tsx";
import { filterCount, listAtom, noFilters } from "../state/state.ts";

/** Where a visitor can write to this company right now: the page of its first web chat. */
function useVisitorPage(): string | undefined {
  const { data } = useRead(connections.list);
  return data?.flatMap((line) => line.links).find((link) => link.kind === "page")?.url;
}

/** True for somebody whom nobody's waiting can reach: in no queue, and without the right to what is in none or everywhere. */
function useNoQueue(): boolean {
  const me = useMe();
  const seesAll = useCan("tickets-manager:showall");
  return me.queues.length === 0 && !seesAll && me.allTicket !== "enabled";
}

/** Nothing in this list: why, and what to do next. */
export function EmptyList({ typed }: { typed: string }) {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  const page = useVisitorPage();
  const noQueue = useNoQueue();
  const waiting = useCounts()?.pending.count ?? 0;
  if (state.search) {
    return (
      <Empty
        drawing="search"
        title={t("list.noMatch", { ns: "core", search: typed })}
        hint={t("list.noMatchHint", { ns: "core" })}
        action={!state.searchOnMessages && (
          <Button onClick={() => setState({ ...state, searchOnMessages: true })}>{t("searchOnMessages")}</Button>
        )}
      />
    );
  }
  if (filterCount(state) > 0) {
    return (
      <Empty
        drawing="search"
        title={t("empty.filtered")}
        action={<Button onClick={() => setState({ ...state, filters: noFilters })}>{t("filter.clear")}</Button>}
      />
    );
  }
  const kind = state.view === "closed" ? "closed" : state.tab;
  if (noQueue && (kind === "pending" || kind === "open")) {
    return <Empty drawing="people" title={t("empty.noQueue")} hint={t("empty.noQueueHint")} />;
  }
  return (
    <Empty
      drawing={kind === "closed" ? "rows" : "inbox"}
      title={t(`empty.${kind}`)}
      hint={t(`empty.${kind}Hint`)}
      action={kind !== "closed" && kind !== "group" && (
        <>
          {kind === "open" && waiting > 0 && (
            <Button
              tone="primary"
              onClick={() => setState({ ...state, tab: "pending" })}
            >
              {t("empty.seeWaiting", { count: waiting })}
            </Button>
          )}
          {page && waiting === 0 && (
            <a href={page} target="_blank" rel="noreferrer" className={buttonStyle()}>
              <ExternalLink aria-hidden /> {t("empty.try")}
            </a>
          )}
          <Button onClick={() => openDialog({ kind: "new" })}>
            <Plus aria-hidden /> {t("new.title")}
          </Button>
        </>
      )}
    />
  );
}
