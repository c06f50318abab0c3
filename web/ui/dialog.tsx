import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import { IconButton } from "./icon-button.tsx";

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
  const { open, onOpenChange, title, description, closeLabel, actions, role = "dialog", className, children } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-50 bg-scrim animate-fade" />
        <Radix.Content
          role={role}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "fixed z-50 flex max-h-[85dvh] flex-col bg-raised shadow-float outline-none",
            "inset-x-0 bottom-0 rounded-t-bubble pb-[env(safe-area-inset-bottom)] animate-from-bottom",
            "sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-48px)] sm:max-w-110 sm:-translate-1/2 sm:rounded-card sm:pb-0 sm:animate-fade",
            className,
          )}
        >
          <header className="flex items-start gap-3 px-4 pt-4 pb-2 sm:px-5">
            <div className="min-w-0 flex-1 py-0.5">
              <Radix.Title className="text-lead font-600 text-fg wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-body text-fg-muted wrap-anywhere">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label={closeLabel} tip="none" className="-mr-2" />
            </Radix.Close>
          </header>
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2 sm:px-5">{children}</div>}
          {actions && (
            <footer className="flex flex-col-reverse gap-2 px-4 pt-3 pb-4 sm:flex-row sm:justify-end sm:px-5">
              {actions}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
