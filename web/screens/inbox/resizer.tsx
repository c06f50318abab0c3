import type { KeyboardEvent, PointerEvent } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { LIST_WIDTH } from "../../../api/contract/limits.ts";

interface Props {
  width: number;
  onWidth: (width: number) => void;
}
const STEP_PX = 16;

/** The line between list and conversation: dragged, or moved with the arrow keys. Twice pressed, it goes back. */
export function Resizer({ width, onWidth }: Props) {
  const { t } = useTranslation("tickets");
  const drag = (e: PointerEvent<HTMLElement>) => {
    if (!e.currentTarget.hasPointerCapture(e.pointerId)) return;
    const pane = e.currentTarget.previousElementSibling?.getBoundingClientRect();
    if (pane) onWidth(e.clientX - pane.left);
  };
  const key = (e: KeyboardEvent) => {
    const next: Record<string, number> = {
      ArrowLeft: width - STEP_PX,
      ArrowRight: width + STEP_PX,
      Home: LIST_WIDTH.min,
      End: LIST_WIDTH.max,
    };
    const to = next[e.key];
    if (to === undefined) return;
    e.preventDefault();
    onWidth(to);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("resize")}
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.max}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={(e) => {
        e.preventDefault();
        e.currentTarget.setPointerCapture(e.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => onWidth(LIST_WIDTH.initial)}
      onKeyDown={key}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line outline-none before:absolute before:inset-y-0 before:-left-1 before:w-2.25 hover:bg-primary focus-visible:bg-primary focus-visible:ring-1 focus-visible:ring-primary active:bg-primary"
    />
  );
}
