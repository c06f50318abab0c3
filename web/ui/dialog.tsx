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
  /** Buttons at the end, the main one last. */
  actions?: ReactNode;
  role?: "dialog" | "alertdialog";
  className?: string;
  children?: ReactNode;
}

/** A dialog in the middle of a desk and a sheet at the bottom of a phone. */
export function Dialog(props: Props) {
  const { open, onOpenChange, title, description, closeLabel, actions, role, className, children } = props;
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      onClose={() => onOpenChange(false)}
      labelledBy={`${id}-title`}
      describedBy={description ? `${id}-text` : undefined}
      role={role}
      className={cn(
        "max-h-[calc(85dvh-var(--keyboard))] w-full max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-(--keyboard) max-sm:rounded-t-bubble max-sm:pb-[env(safe-area-inset-bottom)] max-sm:animate-from-bottom",
        "sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100vw-48px)] sm:max-w-110 sm:rounded-card sm:animate-fade",
        className,
      )}
    >
      <Handle onClose={() => onOpenChange(false)} />
      <div className="flex items-start gap-3 px-4 pb-2 sm:px-5 sm:pt-4">
        <div className="min-w-0 flex-1 py-[calc((var(--control)-24px)/2)]">
          <h2 id={`${id}-title`} className="text-lead font-600 wrap-anywhere">{title}</h2>
          {description && <p id={`${id}-text`} className="mt-1 text-body text-fg-muted wrap-anywhere">{description}</p>}
        </div>
        <IconButton icon={X} label={closeLabel} tip="none" className="-mr-2" onClick={() => onOpenChange(false)} />
      </div>
      {children && <div data-body className="min-h-0 flex-1 overflow-y-auto px-4 py-2 sm:px-5">{children}</div>}
      {actions && (
        <div className="flex flex-col-reverse gap-2 px-4 pt-3 pb-4 sm:flex-row sm:justify-end sm:px-5">
          {actions}
        </div>
      )}
    </Modal>
  );
}
