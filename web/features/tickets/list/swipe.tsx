import { type ReactNode, type TouchEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { cn } from "../../../ui/cn.ts";
import { type ActionName, actions, offered } from "../actions/offered.ts";

const FAR_PX = 88;
const START_PX = 12;
type Way = "left" | "right";

/** Right takes the ticket, left closes or ignores it; what is not offered does not move. */
function deeds(ticket: Ticket, viewer: Viewer): Partial<Record<Way, ActionName>> {
  const { quick } = offered(ticket, viewer);
  const has = (name: ActionName) => quick.includes(name) ? name : undefined;
  return { right: has("accept") ?? has("reopen"), left: has("close") ?? has("ignore") };
}

/** A row that can be pushed aside by a finger. Every swipe is also a button and a menu entry. */
export function Swipe({ ticket, viewer, children }: { ticket: Ticket; viewer: Viewer; children: ReactNode }) {
  const { t } = useTranslation("tickets");
  const from = useRef<{ x: number; y: number; on: boolean } | null>(null);
  const [by, setBy] = useState(0);
  const names = deeds(ticket, viewer);
  const way: Way = by > 0 ? "right" : "left";
  const name = by === 0 ? undefined : names[way];
  const start = (e: TouchEvent) => {
    const touch = e.touches[0];
    if (touch) from.current = { x: touch.clientX, y: touch.clientY, on: false };
  };
  const move = (e: TouchEvent) => {
    const touch = e.touches[0];
    const start = from.current;
    if (!touch || !start) return;
    const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
    if (!start.on && Math.abs(dy) > START_PX) from.current = null;
    else if (start.on || Math.abs(dx) > START_PX) {
      start.on = true;
      setBy(names[dx > 0 ? "right" : "left"] ? Math.max(-140, Math.min(140, dx)) : 0);
    }
  };
  const end = () => {
    if (name && Math.abs(by) >= FAR_PX) void actions[name].run(ticket);
    from.current = null;
    setBy(0);
  };
  const Icon = name && actions[name].icon;
  return (
    <div
      className="relative h-full touch-pan-y"
      onTouchStart={start}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={end}
    >
      {name && Icon && (
        <span
          aria-hidden
          className={cn(
            "absolute inset-0 flex items-center gap-2 px-5 text-body font-600",
            way === "right" ? "bg-success-soft text-success" : "flex-row-reverse bg-info-soft text-info",
            Math.abs(by) < FAR_PX && "opacity-70",
          )}
        >
          <Icon className="size-5" /> {t(`action.${name}`)}
        </span>
      )}
      <div
        className={cn("relative h-full", by === 0 && "transition-transform duration-150 ease-out")}
        style={by === 0 ? undefined : { transform: `translateX(${by}px)` }}
      >
        {children}
      </div>
    </div>
  );
}
