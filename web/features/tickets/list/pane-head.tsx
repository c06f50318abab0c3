import { useAtom, useSetAtom } from "jotai";
import {
  ArrowDownWideNarrow,
  ArrowLeft,
  ArrowUpNarrowWide,
  CheckCheck,
  Ellipsis,
  MessageSquarePlus,
  Search,
  Users,
} from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { TICKETS_PAGE } from "../../../../api/contract/limits.ts";
import { useCan } from "../../../core/who/can.ts";
import { usePhone } from "../../../patterns/use-phone.ts";
import { SearchField } from "../../../patterns/lists/search-field.tsx";
import { useSearch } from "../../../patterns/lists/use-search.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { cn } from "../../../ui/cn.ts";
import { DropdownMenu } from "../../../ui/dropdown-menu.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { MenuChoice, MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { closeAllTickets } from "../actions/closing/close-all.ts";
import { openDialog } from "../actions/dialogs.ts";
import { FilterButton } from "../filters/filter-button.tsx";
import { filterCount, isSearch, listAtom, oldestFirst, turn, typedAtom } from "../state/state.ts";
import { PhoneTabs, TabSwitch, useCounts, ViewSwitch } from "./view-tabs.tsx";

const Chips = onDemand(
  () => import("../filters/filter-chips.tsx").then((m) => m.FilterChips),
  <div className="h-9 touch:h-13" />,
);

function PaneMenu() {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  const mayAll = useCan("tickets-manager:showall");
  const mayClose = useCan("tickets-manager:closeAll");
  const counts = useCounts();
  const open = state.view === "open" && !isSearch(state);
  const oldest = oldestFirst(state);
  const count = counts?.[state.tab].count ?? 0;
  return (
    <DropdownMenu trigger={<IconButton icon={Ellipsis} label={t("do.more")} />}>
      {mayAll && (
        <MenuChoice
          icon={Users}
          checked={state.showAll}
          onCheckedChange={(showAll) => setState({ ...state, showAll })}
        >
          {t("showAll")}
        </MenuChoice>
      )}
      {open && (
        <MenuItem onSelect={() => setState(turn(state))}>
          {oldest ? <ArrowDownWideNarrow aria-hidden /> : <ArrowUpNarrowWide aria-hidden />}
          {t(oldest ? "sort.newest" : "sort.oldest")}
        </MenuItem>
      )}
      {mayClose && open && (
        <>
          <MenuLine />
          <MenuItem
            danger
            disabled={count === 0}
            onSelect={() => void closeAllTickets(state.tab, state.filters.queues)}
          >
            <CheckCheck aria-hidden /> {t("closeAll.menu")}
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

/** Under a typed search: also in what was said. */
function InMessages() {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  return (
    <div className="flex min-h-11 items-center px-3 py-1">
      <Tooltip text={t("searchOnMessagesHint")}>
        <span>
          <Checkbox
            label={t("searchOnMessages")}
            checked={state.searchOnMessages}
            onChange={(e) => setState({ ...state, searchOnMessages: e.target.checked })}
          />
        </span>
      </Tooltip>
    </div>
  );
}

/** Search, views, filters and tabs, above the rows. A phone has the title in the search's place until it is pressed, and one row of tabs. */
export function PaneHead() {
  const { t } = useTranslation("tickets");
  const phone = usePhone();
  const [state, setState] = useAtom(listAtom);
  const { typed, setTyped, search } = useSearch(state.search);
  const [looking, setLooking] = useState(false);
  const mayAll = useCan("tickets-manager:showall");
  const note = useSetAtom(typedAtom);
  useEffect(() => note(typed), [typed]);
  useEffect(() => setState((now) => now.search === search ? now : { ...now, search }), [search, setState]);
  // Something else ended the search (a ticket was taken): the field empties with it.
  useEffect(() => {
    if (!state.search && typed === search) setTyped("");
  }, [state.search]);
  const searching = isSearch(state);
  const menu = mayAll || (state.view === "open" && !searching);
  const chips = filterCount(state) > 0 || (searching && state.pageSize !== TICKETS_PAGE);
  const titled = phone && !looking && !typed && !state.search;
  const stop = () => {
    setTyped("");
    setLooking(false);
  };
  return (
    <header
      className="shrink-0 bg-surface"
      onKeyDown={(e) => e.key === "Escape" && (typed || looking) && (e.stopPropagation(), stop())}
    >
      <div className="flex items-center gap-1 px-3 pt-3 max-sm:h-13 max-sm:pt-0 max-sm:pr-1">
        {titled
          ? (
            <>
              <p aria-hidden className="min-w-0 flex-1 truncate pl-1 text-title font-600">{t("title")}</p>
              <IconButton icon={Search} label={t("search")} onClick={() => setLooking(true)} />
            </>
          )
          : (
            <>
              {phone && (
                <IconButton
                  icon={ArrowLeft}
                  label={t("do.back")}
                  tip="none"
                  className="-ml-2"
                  onClick={stop}
                />
              )}
              <SearchField
                value={typed}
                onChange={setTyped}
                label={t("search")}
                autoFocus={looking}
                className="min-w-0 flex-1"
              />
            </>
          )}
        <FilterButton />
        <IconButton icon={MessageSquarePlus} label={t("new.title")} onClick={() => openDialog({ kind: "new" })} />
        {menu && <PaneMenu />}
      </div>
      {typed
        ? <InMessages />
        : !searching && (phone ? <PhoneTabs /> : (
          <div className="flex flex-col border-b border-line px-3 pt-2">
            <div className={cn("*:w-full", state.view === "open" ? "pb-1" : "pb-2")}>
              <ViewSwitch />
            </div>
            {state.view === "open" && (
              <div className="min-w-0 *:-mb-px [&_[role=tablist]]:border-0">
                <TabSwitch />
              </div>
            )}
          </div>
        ))}
      {chips && <Chips />}
    </header>
  );
}
