import { useMemo } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { serverNow } from "../../../core/clock.ts";
import { useMedia } from "../../../core/device/media.ts";
import { href } from "../../../core/page/href.ts";
import { useList } from "../../../core/query.ts";
import { useCan } from "../../../core/who/can.ts";
import { useCompanySetting } from "../../../core/who/me.ts";
import { MessageLine, NameLine } from "../../../features/tickets/list/row/item-lines.tsx";
import { TicketSkeletons } from "../../../features/tickets/list/skeletons.tsx";
import { inOrder } from "../../../features/tickets/state/membership.ts";
import { ChannelBadge } from "../../../patterns/channel-badge.tsx";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { Endless } from "../../../patterns/lists/endless.tsx";
import { Avatar } from "../../../ui/avatar.tsx";

const unreadOf = (status: "open" | "group" | "pending") => ({ query: { status, withUnreadMessages: "true" as const } });

/** The tickets whose unread messages are this person's to read: what the numbers of menu, title and icon count. */
function useUnreadTickets() {
  const open = useList(tickets.list, unreadOf("open"));
  const groups = useList(tickets.list, unreadOf("group"), { enabled: useCan("tickets:groups") });
  const waits = useCompanySetting("showNotificationPending") === "enabled";
  const pending = useList(tickets.list, unreadOf("pending"), { enabled: waits });
  const lists = [open, groups, pending];
  const all = useMemo(
    () => lists.flatMap(({ records }) => records).sort((a, b) => inOrder(a, b, "DESC")),
    lists.map(({ records }) => records),
  );
  const further = lists.find(({ hasMore }) => hasMore);
  return {
    tickets: all,
    loading: lists.some(({ isLoading }) => isLoading),
    error: lists.find(({ error }) => error)?.error,
    refetch: () => lists.forEach((list) => list.error && void list.refetch()),
    end: {
      hasMore: further !== undefined,
      loading: lists.some(({ isFetchingMore }) => isFetchingMore),
      onMore: () => further?.more(),
    },
  };
}

function Row({ ticket, now, onChoose }: { ticket: Ticket; now: number; onChoose: () => void }) {
  const picture = useMedia(ticket.contact.urlPicture);
  return (
    <li>
      <Link
        href={href("ticket", { uuid: ticket.uuid })}
        onClick={onChoose}
        className="flex min-h-16 items-center gap-3 px-3 -outline-offset-2 hover:bg-hover"
      >
        <Avatar
          name={ticket.contact.name}
          src={picture}
          badge={<ChannelBadge channel={ticket.channel} named />}
        />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-px">
          <NameLine ticket={ticket} now={now} needle="" />
          <MessageLine ticket={ticket} selected={false} needle="" />
        </span>
      </Link>
    </li>
  );
}

interface Props {
  /** A ticket was chosen. */
  onChoose: () => void;
}

/** Conversations with something unread, the newest first; as high as what holds it. */
export function UnreadTickets({ onChoose }: Props) {
  const { t } = useTranslation("tickets");
  const { tickets: found, loading, error, refetch, end } = useUnreadTickets();
  const now = serverNow();
  if (found.length === 0) {
    if (loading) return <TicketSkeletons />;
    if (error) return <Failed error={error} onRetry={refetch} />;
    return <Empty drawing="inbox" title={t("unreadList.empty")} hint={t("unreadList.emptyHint")} />;
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label={t("unreadList.title")} className="divide-y divide-line">
        {found.map((ticket) => <Row key={ticket.id} ticket={ticket} now={now} onChoose={onChoose} />)}
      </ul>
      <Endless {...end} />
    </div>
  );
}
