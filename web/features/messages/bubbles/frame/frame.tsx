import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { haptic } from "../../../../core/page/haptics.ts";
import { useTouch } from "./use-touch.ts";
import { cn } from "../../../../ui/cn.ts";
import { ContextMenu } from "../../../../ui/context-menu.tsx";
import { DropdownMenu } from "../../../../ui/dropdown-menu.tsx";
import { Author } from "../../parts/author.tsx";
import { BubbleTouches } from "./touches.tsx";

interface Props {
  side: "in" | "out" | "note";
  /** The first of its group: it has the tail, and room above. */
  first: boolean;
  label: string;
  id?: number;
  lit?: boolean;
  faded?: boolean;
  /** Hangs on the lower edge: a reaction. It needs room below. */
  hanging?: ReactNode;
  /** Stands under the bubble: why it failed. */
  below?: ReactNode;
  menu?: ReactNode;
  /** A finger pushed the bubble to the right, or tapped it twice. */
  onReply?: () => void;
  onDoubleTap?: () => void;
  /** Who wrote it, where that is not plain. */
  author?: string;
  /** Covers the row while messages are picked. */
  cover?: ReactNode;
  children: ReactNode;
}
const shapes = {
  in: "bg-bubble-in border border-line",
  // On the darker fill the subtle words need to be lighter to stay legible.
  out: "bg-bubble-out dark:[--fg-subtle:var(--fg-muted)]",
  note: "bg-note-soft border border-note/25 w-full",
};
const tails = { in: "rounded-tl-[4px]", out: "rounded-tr-[4px]", note: "" };

/** A bubble's shape and place, its menu, and what hangs on it. */
export function BubbleFrame(props: Props) {
  const { side, first, label, id, lit, faded, hanging, below, menu, onReply, onDoubleTap, author, cover, children } =
    props;
  const { t } = useTranslation("messages");
  const touch = useTouch();
  const bubble = (
    <article
      data-message={id}
      tabIndex={-1}
      aria-label={label}
      className={cn(
        "relative min-w-20 rounded-bubble px-3 py-1.5 text-body transition-shadow duration-150 touch:select-none touch:[-webkit-touch-callout:none]",
        shapes[side],
        first && tails[side],
        faded && "opacity-70",
        lit && "ring-2 ring-primary",
      )}
    >
      {author && <Author side={side} name={author} coloured={side === "in"} />}
      {children}
      {hanging}
    </article>
  );
  return (
    <BubbleTouches
      onReply={onReply}
      onDoubleTap={onDoubleTap}
      className={cn(
        "group/bubble flex px-3 sm:px-5",
        first ? "pt-2.5" : "pt-0.5",
        hanging && "pb-4",
        side === "in" ? "justify-start" : "justify-end",
        cover && "pl-11! touch:pl-13!",
      )}
    >
      <div
        className={cn(
          "flex min-w-0 flex-col",
          side === "note" ? "w-full items-stretch" : "max-w-[84%] sm:max-w-[68%]",
          side === "out" && "items-end",
          side === "in" && "items-start",
        )}
      >
        <div
          className={cn(
            "flex max-w-full min-w-0 items-start gap-1",
            side === "out" && "flex-row-reverse",
            side === "note" && "w-full",
          )}
        >
          {menu ? <ContextMenu target={bubble} onLongPress={() => haptic("longPress")}>{menu}</ContextMenu> : bubble}
          {menu && !touch && (
            <span className="shrink-0 opacity-0 group-hover/bubble:opacity-100 group-has-[:focus-visible]/bubble:opacity-100 has-[[aria-expanded=true]]:opacity-100">
              <DropdownMenu
                align={side === "in" ? "start" : "end"}
                trigger={
                  <button
                    type="button"
                    tabIndex={-1}
                    data-menu="message"
                    aria-label={t("menu.label")}
                    className="grid size-7 place-items-center rounded-full text-fg-subtle hover:bg-hover hover:text-fg"
                  >
                    <Ellipsis aria-hidden className="size-4" />
                  </button>
                }
              >
                {menu}
              </DropdownMenu>
            </span>
          )}
        </div>
        {below}
      </div>
      {cover}
    </BubbleTouches>
  );
}
