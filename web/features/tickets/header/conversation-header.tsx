import { ArrowLeft, Bot } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { usePainted } from "../../../patterns/use-painted.ts";
import { href } from "../../../core/page/href.ts";
import { useMedia } from "../../../core/device/media.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Rating } from "../../../patterns/rating.tsx";
import { ChannelBadge } from "../../../patterns/channel-badge.tsx";
import { Dot } from "../../../ui/chip.tsx";
import { PendingMark } from "../pending-mark.tsx";
import { HeaderActions } from "./header-actions.tsx";

interface Props {
  ticket: Ticket;
  viewer: Viewer;
  /** One thing at a time: there is a way back, and the heading takes the focus. */
  alone: boolean;
  panelOpen: boolean;
  onPanel: () => void;
  /** Opens the search of the conversation. */
  onSearch: () => void;
  /** What the customer is doing now; stands in place of the owner. */
  activity?: ReactNode;
}

/** Who one is talking to, whose ticket it is, and what can be done with it. */
export function ConversationHeader({ ticket, viewer, alone, panelOpen, onPanel, onSearch, activity }: Props) {
  const { t } = useTranslation("tickets");
  const heading = useRef<HTMLHeadingElement>(null);
  const picture = useMedia(ticket.contact.urlPicture);
  // Moving the focus lays the page out once more: the first frame does not wait for that.
  const painted = usePainted();
  useEffect(() => {
    if (alone && painted) heading.current?.focus({ preventScroll: true });
  }, [alone, painted, ticket.id]);
  const state = ticket.status === "closed" ? t("status.closed") : ticket.userId === viewer.id
    // Whose it is says nothing to its owner; over what they write does.
    ? ticket.whatsapp?.name ?? t("mine")
    : ticket.user
    ? t("assignedTo", { name: ticket.user.name })
    : ticket.status === "group"
    ? t("status.group")
    : t("waitingForSomeone");
  return (
    <header className="@container flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 sm:px-3">
      {alone && (
        <Link
          href={href("tickets")}
          aria-label={t("do.back")}
          className="-mr-1 grid size-control shrink-0 place-items-center rounded-control text-fg-muted hover:bg-hover"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
      )}
      <button
        type="button"
        onClick={onPanel}
        aria-expanded={panelOpen}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control p-1 text-left hover:bg-hover"
      >
        <Avatar
          name={ticket.contact.name}
          src={picture}
          badge={<ChannelBadge channel={ticket.channel} named />}
          className="max-sm:scale-90"
        />
        <span className="min-w-0 flex-1">
          <h1
            ref={heading}
            tabIndex={-1}
            className="flex items-baseline gap-1.5 text-body font-600 outline-none"
          >
            <span dir="auto" className="truncate" title={ticket.contact.name}>{ticket.contact.name}</span>
            <span className="shrink-0 text-meta font-400 text-fg-subtle tabular-nums">#{ticket.id}</span>
            <PendingMark ticketId={ticket.id} />
          </h1>
          <span className="flex items-center gap-1.5 text-meta text-fg-muted">
            {ticket.isBot && <Bot aria-label={t("bot")} className="size-3.5 shrink-0" />}
            {ticket.queue && (
              <span className="flex max-w-1/2 min-w-0 shrink-0 items-center gap-1.5">
                <Dot colour={ticket.queue.color} className="size-2!" />
                <span className="truncate @max-[440px]:sr-only">{ticket.queue.name}</span>
                <span aria-hidden className="@max-[440px]:hidden">·</span>
              </span>
            )}
            <span className="truncate">{activity || state}</span>
            {ticket.userRating !== null && <Rating value={ticket.userRating} />}
          </span>
        </span>
      </button>
      <HeaderActions
        ticket={ticket}
        viewer={viewer}
        narrow={alone}
        panelOpen={panelOpen}
        onPanel={onPanel}
        onSearch={onSearch}
      />
    </header>
  );
}
