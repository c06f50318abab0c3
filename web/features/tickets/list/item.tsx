import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { href } from "../../../core/href.ts";
import { useMedia } from "../../../core/media.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { ChannelBadge } from "../../../ui/channel-badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { ContextMenu } from "../../../ui/context-menu.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { type ActionName, actions, offered } from "../actions/offered.ts";
import { ItemActions } from "./item-actions.tsx";
import { ChipLine, MessageLine, NameLine } from "./item-lines.tsx";
import { Swipe } from "./swipe.tsx";

interface Props {
  ticket: Ticket;
  viewer: Viewer;
  selected: boolean;
  gone: boolean;
  /** The row that Tab reaches; arrows move it. */
  active: boolean;
  position: number;
  total: number;
  now: number;
  /** True in a search: the list holds tickets of every state. */
  mixed: boolean;
  onFocus: (id: number) => void;
}

/** One ticket of the list: two lines and a line of chips, 72 px. */
export const TicketItem = memo(function TicketItem(props: Props) {
  const { ticket, viewer, selected, gone, active, position, total, now, mixed, onFocus } = props;
  const { t } = useTranslation("tickets");
  const picture = useMedia(ticket.contact.urlPicture);
  const { quick, more } = offered(ticket, viewer);
  const entry = (name: ActionName) => {
    const { icon: Icon, danger, run } = actions[name];
    return (
      <MenuItem key={name} danger={danger} onSelect={() => void run(ticket)}>
        <Icon aria-hidden /> {t(`action.${name}`)}
      </MenuItem>
    );
  };
  return (
    <ContextMenu
      target={
        <article
          aria-posinset={position}
          aria-setsize={total}
          aria-labelledby={`ticket-${ticket.id}`}
          className={cn("group/row relative h-18 overflow-hidden", gone && "pointer-events-none opacity-45")}
        >
          <Swipe ticket={ticket} viewer={viewer}>
            <Link
              id={`ticket-${ticket.id}`}
              href={href("ticket", { uuid: ticket.uuid })}
              data-row={ticket.id}
              tabIndex={active ? 0 : -1}
              aria-current={selected ? "page" : undefined}
              draggable={false}
              onFocus={() => onFocus(ticket.id)}
              className={cn(
                "flex h-18 items-center gap-3 px-3 outline-offset-[-2px] select-none",
                selected ? "bg-primary-soft" : "bg-surface",
              )}
            >
              <span
                aria-hidden
                className={cn("absolute inset-y-0 left-0 w-0.5", selected && "bg-primary")}
              />
              {!selected && <span aria-hidden className="absolute inset-0 group-hover/row:bg-hover" />}
              <Avatar
                name={ticket.contact.name}
                src={picture}
                badge={<ChannelBadge channel={ticket.channel} label={t(`channel.${ticket.channel}`, ticket.channel)} />}
              />
              <span className="relative grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-px">
                <NameLine ticket={ticket} now={now} />
                <MessageLine ticket={ticket} selected={selected} />
                <ChipLine ticket={ticket} owner={viewer.profile === "admin"} mixed={mixed} />
              </span>
            </Link>
          </Swipe>
          {!gone && <ItemActions ticket={ticket} viewer={viewer} reachable={active} />}
          <span aria-hidden className="absolute right-0 bottom-0 left-16 h-px bg-line" />
        </article>
      }
    >
      {quick.map(entry)}
      <MenuLine />
      {more.map(entry)}
    </ContextMenu>
  );
});
