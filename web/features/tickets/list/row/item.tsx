import { useAtomValue } from "jotai";
import { CopyCheck } from "lucide-react";
import { memo, type MouseEvent } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import type { Viewer } from "../../../../../api/contract/permissions.ts";
import type { MessageHit, Ticket } from "../../../../../api/features/tickets/contract.ts";
import { haptic } from "../../../../core/page/haptics.ts";
import { href } from "../../../../core/page/href.ts";
import { replyField } from "../../../../core/page/reply-field.ts";
import { useMedia } from "../../../../core/device/media.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { ChannelBadge } from "../../../../patterns/channel-badge.tsx";
import { cn } from "../../../../ui/cn.ts";
import { ContextMenu } from "../../../../ui/context-menu.tsx";
import { MenuItem, MenuLine } from "../../../../ui/menu-panel.tsx";
import { type ActionName, actions, offered } from "../../actions/offered.ts";
import { Chooser } from "./chooser.tsx";
import { ItemActions } from "./item-actions.tsx";
import { ChipLine, MessageLine, NameLine } from "./item-lines.tsx";
import { choosingAtom, useIsChosen } from "../../state/selection.ts";
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
  /** Chooses the row for a deed, or all up to it. */
  onChoose: (id: number, range: boolean) => void;
  needle: string;
  /** Where in its conversation the words of a search are. */
  hit?: MessageHit;
}

/** One ticket of the list: two lines and a line of chips, 72 px; compact two lines, 56 px. */
export const TicketItem = memo(function TicketItem(props: Props) {
  const { ticket, viewer, selected, gone, active, position, total, now, mixed, onFocus, onChoose, needle, hit } = props;
  const { t } = useTranslation("tickets");
  const picture = useMedia(ticket.contact.urlPicture);
  const { quick, more } = offered(ticket, viewer);
  const chosen = useIsChosen(ticket.id);
  const choosing = useAtomValue(choosingAtom);
  // With a finger a tap goes on choosing; with a mouse it opens, and Shift takes all rows in between.
  const onClick = (e: MouseEvent) => {
    const { pointerType } = e.nativeEvent as PointerEvent;
    // The ticket is open already: one goes on writing.
    if (selected && pointerType === "mouse" && !e.shiftKey) replyField()?.focus();
    if (!e.shiftKey && !(choosing && pointerType === "touch")) return;
    e.preventDefault();
    onChoose(ticket.id, e.shiftKey);
  };
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
      onLongPress={() => haptic("longPress")}
      target={
        <article
          aria-posinset={position}
          aria-setsize={total}
          aria-labelledby={`ticket-${ticket.id}`}
          className={cn(
            "group/row relative h-(--row) overflow-hidden",
            // The virtual list is deaf while it rolls, and a little longer: a press then would open nothing.
            gone ? "pointer-events-none opacity-45" : "pointer-events-auto",
          )}
        >
          <Swipe ticket={ticket} viewer={viewer}>
            <Link
              id={`ticket-${ticket.id}`}
              href={href("ticket", { uuid: ticket.uuid }) + (hit ? `#m${hit.messageId}` : "")}
              data-row={ticket.id}
              tabIndex={active ? 0 : -1}
              aria-current={selected ? "page" : undefined}
              draggable={false}
              onClickCapture={onClick}
              onFocus={() => onFocus(ticket.id)}
              className={cn(
                "flex h-(--row) items-center gap-3 px-3 outline-offset-[-2px] select-none [-webkit-touch-callout:none]",
                selected || chosen ? "bg-primary-soft" : "bg-surface",
              )}
            >
              <span
                aria-hidden
                className={cn("absolute inset-y-0 left-0 w-0.5", selected && "bg-primary")}
              />
              {!selected && !chosen && <span aria-hidden className="absolute inset-0 group-hover/row:bg-hover" />}
              <Avatar
                name={ticket.contact.name}
                src={picture}
                badge={<ChannelBadge channel={ticket.channel} named />}
              />
              <span className="relative grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-px">
                <NameLine ticket={ticket} now={now} needle={needle} />
                <MessageLine ticket={ticket} selected={selected} hit={hit?.text} needle={needle} />
                <ChipLine ticket={ticket} mixed={mixed} me={viewer.id} />
              </span>
            </Link>
          </Swipe>
          {!gone && (
            <>
              <Chooser
                ticket={ticket}
                selected={selected}
                chosen={chosen}
                choosing={choosing}
                reachable={active}
                onChoose={(range) => onChoose(ticket.id, range)}
              />
              {!choosing && <ItemActions ticket={ticket} viewer={viewer} reachable={active} />}
            </>
          )}
          <span aria-hidden className="absolute right-0 bottom-0 left-16 h-px bg-line" />
        </article>
      }
    >
      <MenuItem onSelect={() => onChoose(ticket.id, false)}>
        <CopyCheck aria-hidden /> {t(chosen ? "bulk.unchoose" : "bulk.chooseOne")}
      </MenuItem>
      <MenuLine />
      {quick.map(entry)}
      <MenuLine />
      {more.map(entry)}
    </ContextMenu>
  );
});
