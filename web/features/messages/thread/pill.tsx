import type { ReactNode } from "react";
import { cn } from "../../../ui/cn.ts";

interface Props {
  onPress: () => void;
  /** Where along the lower edge it floats. */
  className: string;
  children: ReactNode;
}

/** A small button that floats above the end of the conversation. */
export const Pill = ({ onPress, className, children }: Props) => (
  <button
    type="button"
    onClick={onPress}
    className={cn(
      "absolute bottom-3 z-10 flex h-9 items-center justify-center gap-1.5 rounded-full border border-line bg-raised px-2.5 text-meta font-600 text-fg shadow-float animate-fade hover:bg-hover touch:h-11 touch:min-w-11",
      className,
    )}
  >
    {children}
  </button>
);
