import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";
import { Handle } from "./handle.tsx";
import { IconButton } from "./icon-button.tsx";
import { Modal } from "./modal.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** Where it stands on a desk; on a phone it always comes from the bottom. */
  side?: "right" | "left" | "bottom";
  /** As wide as an editor with something beside it needs. All others are alike. */
  page?: boolean;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
}
const sides = {
  right: "sm:inset-y-0 sm:right-0 sm:left-auto sm:h-dvh sm:max-h-none sm:animate-from-right",
  left: "sm:inset-y-0 sm:left-0 sm:right-auto sm:h-dvh sm:max-h-none sm:animate-from-left",
  bottom: "sm:inset-x-0 sm:top-auto sm:bottom-0 sm:mx-auto sm:max-w-160 sm:rounded-t-bubble sm:animate-from-bottom",
};
/** A panel at the side of a desk and at the bottom of a phone, with a handle to pull it away. */
export function Sheet(props: Props) {
  const { open, onOpenChange, title, description, closeLabel, side = "right", page, footer, className, children } =
    props;
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      onClose={() => onOpenChange(false)}
      labelledBy={`${id}-title`}
      describedBy={description ? `${id}-text` : undefined}
      className={cn(
        "max-h-[calc(92dvh-var(--keyboard))] w-full max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-(--keyboard) max-sm:rounded-t-bubble max-sm:pb-[env(safe-area-inset-bottom)] max-sm:animate-from-bottom",
        sides[side],
        page ? "sm:w-[min(60rem,94vw)]" : side !== "bottom" && "sm:w-140",
        className,
      )}
    >
      <Handle onClose={() => onOpenChange(false)} />
      <div className="flex items-start gap-3 border-line px-4 pb-3 sm:border-b sm:px-6 sm:pt-4">
        <div className="min-w-0 flex-1 py-[calc((var(--control)-24px)/2)]">
          <h2 id={`${id}-title`} className="text-lead font-600 wrap-anywhere">{title}</h2>
          {description && <p id={`${id}-text`} className="text-meta text-fg-muted">{description}</p>}
        </div>
        <IconButton icon={X} label={closeLabel} tip="none" className="-mr-2" onClick={() => onOpenChange(false)} />
      </div>
      <div data-body className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 sm:px-6 sm:py-5">
        {children}
      </div>
      {footer && <div className="flex justify-end gap-2 border-t border-line px-4 py-3 sm:px-6">{footer}</div>}
    </Modal>
  );
}
