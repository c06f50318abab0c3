import { ArrowRightLeft, CircleDollarSign, Clock, SquareCheck } from "lucide-react";
import { type KeyboardEvent, memo, type MouseEvent } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { href } from "../../core/page/href.ts";
import { daysAgo, formatAge, formatDate, formatMoney, formatTime } from "../../core/words/format.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { plain } from "../../core/words/plain.ts";
import { previewOf } from "../../core/words/preview.ts";
import { ChannelBadge } from "../../patterns/channel-badge.tsx";
import { Count } from "../../ui/badge.tsx";
import { Dot } from "../../ui/chip.tsx";
import { cn } from "../../ui/cn.ts";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem, MenuLabel, MenuLine } from "../../ui/menu-panel.tsx";
import type { Lane } from "./board.ts";

interface Props {
  ticket: Ticket;
  lane: Lane;
  lanes: readonly Lane[];
  laneName: (lane: Lane) => string;
  selected: boolean;
  /** Whether it is one of several that are picked; undefined while none is. */
  picked: boolean | undefined;
  onOpen: (ticket: Ticket) => void;
  onMove: (ticket: Ticket, from: Lane, to: Lane) => void;
  onPick: (ticket: Ticket) => void;
  onValue: (ticket: Ticket) => void;
  onDrag: (ticket: Ticket | null, from: Lane) => void;
}

/** A ticket on the board. It is dragged on a desk; its menu and Alt with the arrows move it too. */
export const BoardCard = memo(function BoardCard(props: Props) {
  const { ticket, lane, lanes, laneName, selected, picked, onOpen, onMove, onPick, onValue, onDrag } = props;
  const { t, i18n } = useTranslation("kanban");
  const { contact, unreadMessages: unread, waitingSince, valueCents } = ticket;
  const keys = (e: KeyboardEvent) => {
    const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    const to = lanes[lanes.indexOf(lane) + step];
    if (!e.altKey || !step || !to) return;
    e.preventDefault();
    onMove(ticket, lane, to);
  };
  const press = (e: MouseEvent) => e.ctrlKey || e.metaKey || picked !== undefined ? onPick(ticket) : onOpen(ticket);
  const others = lanes.filter((one) => one !== lane);
  const time = daysAgo(ticket.updatedAt) <= 0 ? formatTime(ticket.updatedAt) : formatDate(ticket.updatedAt);
  return (
    <article
      draggable
      aria-label={`#${ticket.id} ${contact.name}`}
      data-card={ticket.id}
      onKeyDown={keys}
      onDragStart={(e) => {
        e.dataTransfer.effectAllowed = "move";
        e.dataTransfer.setData("text/plain", contact.name);
        onDrag(ticket, lane);
      }}
      onDragEnd={() => onDrag(null, lane)}
      className={cn(
        "relative mx-2 mb-2 cursor-grab rounded-card border p-3 shadow-[0_1px_2px_rgb(0_0_0/0.06)] active:cursor-grabbing",
        selected || picked ? "border-primary ring-1 ring-primary" : "border-line",
        picked ? "bg-primary-soft" : "bg-surface",
      )}
    >
      <div className="flex items-start gap-2">
        <ChannelBadge channel={ticket.channel} named className="mt-0.5" />
        <button
          type="button"
          aria-pressed={picked}
          onClick={press}
          className="min-w-0 flex-1 rounded-control text-left before:absolute before:inset-0 before:content-['']"
        >
          <span dir="auto" className="block truncate font-600">{contact.name}</span>
          <span className="block truncate text-small text-fg-subtle tabular-nums">
            #{ticket.id}
            {contact.number && ` · ${phoneNumber(contact.number)}`}
          </span>
        </button>
        <time
          dateTime={ticket.updatedAt}
          className={cn(
            "shrink-0 text-small tabular-nums",
            unread > 0 ? "rounded-full bg-success px-1.5 font-600 text-surface" : "text-fg-subtle",
          )}
        >
          {time}
        </time>
      </div>
      <p dir="auto" className="mt-1.5 line-clamp-2 text-meta text-fg-muted wrap-anywhere">
        {plain(previewOf(ticket.lastMessage), ticket.lastFromMe) || "—"}
      </p>
      {valueCents != null && (
        <p
          className="mt-1 text-meta font-600 tabular-nums"
          aria-label={`${t("value.label")}: ${formatMoney(valueCents / 100)}`}
        >
          {formatMoney(valueCents / 100)}
        </p>
      )}
      <div className="mt-2 flex min-w-0 items-center gap-2 text-small text-fg-subtle">
        {ticket.queue && <Dot colour={ticket.queue.color} className="size-2!" />}
        <span className="min-w-0 flex-1 truncate font-500">
          {ticket.user ? ticket.user.name.toLocaleUpperCase(i18n.language) : ticket.queue?.name}
        </span>
        {waitingSince && (
          <span className="flex shrink-0 items-center gap-1 text-warning" title={t("waiting")}>
            <Clock aria-label={t("waiting")} className="size-3.5" /> {formatAge(waitingSince)}
          </span>
        )}
        <Count value={unread} max={99} loud />
      </div>
      <div className="relative mt-2 -mb-1 flex items-center justify-between border-t border-line pt-1">
        <Link
          href={href("ticket", { uuid: ticket.uuid })}
          draggable={false}
          className="inline-flex items-center rounded-control px-1 text-meta font-500 text-primary-fg hover:underline touch:min-h-11"
        >
          {t("see")}
        </Link>
        <DropdownMenu
          trigger={
            <IconButton
              small
              icon={ArrowRightLeft}
              label={`${t("moveTo")}: ${contact.name}`}
              className="size-8! touch:size-11!"
            />
          }
        >
          {others.length > 0 && <MenuLabel>{t("moveTo")}</MenuLabel>}
          {others.map((to) => (
            <MenuItem key={to.id} onSelect={() => onMove(ticket, lane, to)}>
              <Dot colour={to.tag?.color ?? "#94a3b8"} /> <span className="truncate">{laneName(to)}</span>
            </MenuItem>
          ))}
          {others.length > 0 && <MenuLine />}
          <MenuItem onSelect={() => onPick(ticket)}>
            <SquareCheck aria-hidden /> {t(picked ? "pick.off" : "pick.on")}
          </MenuItem>
          <MenuItem onSelect={() => onValue(ticket)}>
            <CircleDollarSign aria-hidden /> {t("value.set")}
          </MenuItem>
        </DropdownMenu>
      </div>
    </article>
  );
});
