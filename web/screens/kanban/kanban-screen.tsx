import { Columns3, X } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation, useSearch } from "wouter";
import { Link } from "wouter";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { kanban } from "../../../api/features/kanban/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { dayIn } from "../../core/words/zone-clock.ts";
import { href } from "../../core/page/href.ts";
import { useRead } from "../../core/query.ts";
import { useNow } from "../../core/page/use-now.ts";
import { useCan } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { type Asked, chosenBoard, fromAddress, toAddress } from "../../features/kanban/board.ts";
import { BoardView } from "../../features/kanban/board-view.tsx";
import { FilterBar } from "../../features/kanban/filter-bar.tsx";
import { TicketDialogs } from "../../features/tickets/actions/dialogs/dialog-host.tsx";
import { buttonStyle } from "../../ui/button.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Select } from "../../ui/select.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { windowMatches } from "../../ui/window-matches.ts";

const ConversationPane = onDemand(() => import("../inbox/inbox-conversation.tsx").then((m) => m.ConversationPane));
/** True where a conversation fits beside the board. */
const useRoomy = windowMatches("(min-width: 1200px)");
const UUID = /^[0-9a-f-]{36}$/i;

/** /kanban: the board, and on a desk the conversation of a card beside it. */
export function KanbanScreen() {
  const { t } = useTranslation("kanban");
  const me = useMe();
  const manages = useCan("dashboard:view");
  const search = useSearch();
  const [, navigate] = useLocation();
  const roomy = useRoomy();
  // A board that stays open over midnight shows the new day.
  const today = dayIn(me.company.timezone, Math.max(useNow(60_000), serverNow()));
  // The same object while the address is the same: the board is sorted anew only when something changed.
  const asked = useMemo(() => fromAddress(search), [search]);
  const boards = useRead(kanban.boards);
  const board = chosenBoard(boards.data ?? [], asked.boardId);
  const uuid = new URLSearchParams(search).get("ticket");
  const open = uuid && UUID.test(uuid) ? uuid : undefined;
  const go = (next: Asked, ticket: string | undefined) => {
    const address = new URLSearchParams(toAddress(next));
    if (ticket) address.set("ticket", ticket);
    navigate(href("kanban") + (address.size > 0 ? `?${address}` : ""), { replace: true });
  };
  const show = (ticket: Ticket) => {
    if (roomy) go(asked, ticket.uuid);
    else navigate(href("ticket", { uuid: ticket.uuid }));
  };
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col bg-bg">
        <header className="flex flex-col gap-2 border-b border-line bg-surface px-4 py-2">
          <div className="flex min-h-10 items-center gap-2">
            <h1 className="min-w-0 flex-1 truncate text-title font-600">{t("title")}</h1>
            {board && boards.data && boards.data.length > 1 && (
              <Select
                aria-label={t("board.choose")}
                value={board.id}
                onChange={(e) => go({ ...asked, boardId: Number(e.target.value) }, open)}
                className="w-44"
              >
                {boards.data.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
              </Select>
            )}
            {manages && (
              <Link
                href={href("lanes") + (board ? `?board=${board.id}` : "")}
                className={`${buttonStyle({})} max-sm:icon-only`}
              >
                <Columns3 aria-hidden /> {t("addColumns")}
              </Link>
            )}
          </div>
          <FilterBar asked={asked} today={today} onChange={(next) => go(next, open)} />
        </header>
        {board
          ? <BoardView key={board.id} board={board} asked={asked} today={today} selected={open} onOpen={show} />
          : boards.error && <Failed error={boards.error} onRetry={() => void boards.refetch()} />}
      </div>
      {open && roomy && (
        <aside aria-label={t("conversation")} className="relative flex w-120 shrink-0 flex-col border-l border-line">
          <div className="flex h-9 items-center justify-end border-b border-line bg-surface px-1">
            <IconButton
              small
              icon={X}
              label={t("closeConversation")}
              onClick={() =>
                go(asked, undefined)}
            />
          </div>
          <div className="min-h-0 flex-1">
            <ConversationPane key={open} uuid={open} alone={false} />
          </div>
        </aside>
      )}
      <TicketDialogs />
    </div>
  );
}
