import { useAtom, useAtomValue } from "jotai";
import { useMemo } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { tickets } from "../../../../api/features/tickets/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { useRead } from "../../../core/query.ts";
import { Count } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { useCountsWithWanted } from "../use-wanted.ts";
import { listAtom, type Tab, tabsCall, type View } from "../state/state.ts";

const views: readonly View[] = ["open", "closed"];

/** How many tickets each tab holds under the filters, live. */
export function useCounts() {
  const state = useAtomValue(listAtom);
  const query = useMemo(() => tabsCall(state), [state.showAll, state.filters]);
  return useCountsWithWanted(useRead(tickets.counts, { query }, { keepPrevious: true }).data, query);
}

/** Open or closed. */
export function ViewSwitch() {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  return (
    <div role="group" aria-label={t("view.label")} className="flex rounded-control bg-hover p-0.5">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={state.view === view}
          onClick={() => setState({ ...state, view })}
          className={cn(
            "h-7 flex-1 rounded-[5px] px-3 text-meta font-500 touch:h-11",
            state.view === view
              ? "bg-surface text-fg shadow-[0_1px_2px_rgb(16_24_40/16%)] dark:bg-pressed"
              : "text-fg-muted hover:text-fg",
          )}
        >
          {t(`view.${view}`)}
        </button>
      ))}
    </div>
  );
}

/** The three tabs of what is open, each with its count. */
function useTabs() {
  const { t } = useTranslation("tickets");
  const state = useAtomValue(listAtom);
  const groups = useCan("tickets:groups");
  const counts = useCounts();
  const tab = (value: Tab, hidden = false) => ({
    value: value as string,
    hidden,
    label: t(`tab.${value}`),
    badge: (
      <Count
        value={counts?.[value].count ?? 0}
        loud={(state.view === "closed" || state.tab !== value) && (counts?.[value].unread ?? 0) > 0}
      />
    ),
  });
  return [tab("open"), tab("pending"), tab("group", !groups)];
}

/** Attending, waiting, groups. */
export function TabSwitch() {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  return (
    <Tabs
      label={t("tab.label")}
      value={state.tab}
      onChange={(value) => setState({ ...state, tab: value as Tab })}
      tabs={useTabs()}
    />
  );
}

const CLOSED = "closed";
/** The same on a phone, and what is resolved as the last of them. */
export function PhoneTabs() {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  return (
    <Tabs
      narrow
      label={t("title")}
      value={state.view === CLOSED ? CLOSED : state.tab}
      onChange={(value) =>
        setState(value === CLOSED ? { ...state, view: CLOSED } : { ...state, view: "open", tab: value as Tab })}
      tabs={[...useTabs(), { value: CLOSED, label: t("view.closed") }]}
    />
  );
}
