import { X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

interface Props {
  icon: LucideIcon;
  title: string;
  text: string;
  cancelLabel: string;
  onCancel: () => void;
  note?: boolean;
}

/** What the next words are about: an answer to something, a change of something, a note. With a way out. */
export function AboutBar({ icon: Icon, title, text, cancelLabel, onCancel, note }: Props) {
  return (
    <div className="mx-3 mt-2 flex items-center gap-2.5 animate-rise">
      <Icon aria-hidden className={cn("size-5 shrink-0", note ? "text-note" : "text-primary-fg")} />
      <div className={cn("min-w-0 flex-1 border-l-[3px] pl-2.5", note ? "border-note" : "border-primary")}>
        <p className={cn("truncate text-meta font-600", note ? "text-note" : "text-primary-fg")}>{title}</p>
        <p dir="auto" className="truncate text-meta text-fg-muted">{text}</p>
      </div>
      <IconButton icon={X} label={cancelLabel} tip="top" onClick={onCancel} />
    </div>
  );
}
