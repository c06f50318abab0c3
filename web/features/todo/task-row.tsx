import { ArrowDown, ArrowUp, Bell, Ellipsis, GripVertical, MessageSquare, Pencil, Trash2 } from "lucide-react";
import type { DragEvent, KeyboardEvent } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { href } from "../../core/page/href.ts";
import { formatListTime, formatMoment } from "../../core/words/format.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { cn } from "../../ui/cn.ts";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";
import type { Task } from "./tasks.ts";

interface Props {
  task: Task;
  /** Its place among the open ones, from 0; none where it is done. */
  place?: { at: number; of: number };
  /** ms */
  now: number;
  over: boolean;
  onDone: (done: boolean) => void;
  onEdit: () => void;
  onMove: (place: number) => void;
  onRemove: () => void;
  onDrag: (what: "start" | "over" | "drop" | "end") => void;
}

function Facts({ task, now }: { task: Task; now: number }) {
  const late = task.due !== null && !task.doneAt && Date.parse(task.due) <= now;
  const { ticket } = task;
  return (
    <div className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-meta text-fg-subtle">
      {task.due && (
        <span className={cn("flex items-center gap-1 tabular-nums", late && "font-500 text-danger")}>
          <Bell aria-hidden className="size-3.5 shrink-0" /> {formatMoment(task.due)}
        </span>
      )}
      {ticket && (
        <Link
          href={href("ticket", { uuid: ticket.uuid })}
          className="hit relative flex min-w-0 items-center gap-1 rounded-control text-primary-fg hover:underline"
        >
          <MessageSquare aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate" dir="auto">{ticket.name}</span>
        </Link>
      )}
      <span className="tabular-nums">{formatListTime(task.updatedAt)}</span>
    </div>
  );
}

/** One task: its box, its words, its due date. On a desk it is dragged by its handle; Alt with the arrows moves it too. */
export function TaskRow(props: Props) {
  const { task, place, now, over, onDone, onEdit, onMove, onRemove, onDrag } = props;
  const { t } = useTranslation("todo");
  const done = task.doneAt !== null;
  const keys = (e: KeyboardEvent) => {
    if (!place || !e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
    e.preventDefault();
    onMove(place.at + (e.key === "ArrowUp" ? -1 : 1));
  };
  const drag = (what: "over" | "drop") => (e: DragEvent) => {
    if (!place) return;
    e.preventDefault();
    onDrag(what);
  };
  return (
    <li
      id={`task-${task.id}`}
      onKeyDown={keys}
      onDragOver={drag("over")}
      onDrop={drag("drop")}
      className={cn(
        "group flex items-start gap-2 border-b border-line px-3 py-2.5 last:border-0 touch:py-1.5",
        over && "shadow-[inset_0_2px_0_var(--color-primary)]",
      )}
    >
      {place && (
        <span
          draggable
          aria-hidden
          onDragStart={(e) => {
            e.dataTransfer.effectAllowed = "move";
            e.dataTransfer.setData("text/plain", task.text);
            onDrag("start");
          }}
          onDragEnd={() => onDrag("end")}
          className="-ml-1 grid h-6 w-4 shrink-0 cursor-grab place-items-center text-fg-subtle opacity-0 group-hover:opacity-100 touch:hidden"
        >
          <GripVertical className="size-4" />
        </span>
      )}
      {!place && <span aria-hidden className="-ml-1 w-4 shrink-0 touch:hidden" />}
      <div className="min-w-0 flex-1">
        <Checkbox
          checked={done}
          onChange={(e) => onDone(e.target.checked)}
          label={
            <span dir="auto" className={cn("whitespace-pre-wrap wrap-anywhere", done && "text-fg-subtle line-through")}>
              {task.text}
            </span>
          }
        />
        <div className="pl-6.5 touch:pl-7.5">
          <Facts task={task} now={now} />
        </div>
      </div>
      <DropdownMenu
        trigger={<IconButton small icon={Ellipsis} label={`${t("do.more")}: ${task.text.slice(0, 60)}`} tip="none" />}
      >
        <MenuItem onSelect={onEdit}>
          <Pencil aria-hidden /> {t("do.edit")}
        </MenuItem>
        {place && place.at > 0 && (
          <MenuItem onSelect={() => onMove(place.at - 1)}>
            <ArrowUp aria-hidden /> {t("up")}
          </MenuItem>
        )}
        {place && place.at < place.of - 1 && (
          <MenuItem onSelect={() => onMove(place.at + 1)}>
            <ArrowDown aria-hidden /> {t("down")}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem danger onSelect={onRemove}>
          <Trash2 aria-hidden /> {t("do.delete")}
        </MenuItem>
      </DropdownMenu>
    </li>
  );
}
