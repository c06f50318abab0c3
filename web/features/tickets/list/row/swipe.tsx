import { type ReactNode, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Viewer } from "../../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { haptic } from "../../../../core/page/haptics.ts";
import { cn } from "../../../../ui/cn.ts";
import { FAR_PX } from "../../../../ui/swipe-plan.ts";
import { useSwipe } from "../../../../ui/use-swipe.ts";
import { type ActionName, actions, offered } from "../../actions/offered.ts";

type Way = "left" | "right";

/** Right takes the ticket, left closes or ignores it; what is not offered does not move. */
function deeds(ticket: Ticket, viewer: Viewer): Partial<Record<Way, ActionName>> {
  const { quick } = offered(ticket, viewer);
  const has = (name: ActionName) => quick.includes(name) ? name : undefined;
  return { right: has("accept") ?? has("takeOver") ?? has("reopen"), left: has("close") ?? has("ignore") };
}

/** A row that can be pushed aside by a finger. Every swipe is also a button and a menu entry. */
export function Swipe({ ticket, viewer, children }: { ticket: Ticket; viewer: Viewer; children: ReactNode }) {
  const { t } = useTranslation("tickets");
  const names = deeds(ticket, viewer);
  const [far, setFar] = useState(false);
  const { by, handlers } = useSwipe({
    left: names.left !== undefined,
    right: names.right !== undefined,
    onFar: (now) => {
      if (now) haptic("threshold");
      setFar(now);
    },
    onSwipe: (way) => {
      const name = names[way];
      if (name) void actions[name].run(ticket);
    },
  });
  const way: Way = by > 0 ? "right" : "left";
  const name = by === 0 ? undefined : names[way];
  const Icon = name && actions[name].icon;
  return (
    <div className="relative h-full touch-pan-y" {...handlers}>
      {name && Icon && (
        <span
          aria-hidden
          className={cn(
            "absolute inset-0 flex",
            way === "right" ? "bg-success-soft text-success" : "justify-end bg-info-soft text-info",
          )}
        >
          {/* As wide as the row has moved when it counts: the whole word is there before that. */}
          <span
            className="flex flex-col items-center justify-center gap-1 px-1 text-center text-meta leading-4 font-600"
            style={{ width: FAR_PX }}
          >
            <Icon className={cn("size-5 transition-transform duration-150", far && "scale-125")} />{" "}
            {t(`action.${name}`)}
          </span>
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
