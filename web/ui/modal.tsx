// The common part of dialogs and sheets: the platform's <dialog>, which traps the focus, makes the rest inert and stands above
// everything. Toasts move into the topmost one, because people can neither read nor press toasts outside of it.
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { cn } from "./cn.ts";
import { useLayer } from "./layers.ts";

let open: readonly HTMLElement[] = [];
const watchers = new Set<() => void>();
const change = (next: readonly HTMLElement[]) => {
  open = next;
  watchers.forEach((watcher) => watcher());
};

/** The topmost open dialog, or the page. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => open.at(-1) ?? document.body,
  );
}

interface Props {
  onClose: () => void;
  labelledBy: string;
  describedBy?: string;
  role?: "dialog" | "alertdialog";
  className?: string;
  children: ReactNode;
}

function focusFirst(dialog: HTMLElement) {
  const typing = matchMedia("(pointer: fine)").matches;
  const field = typing &&
    dialog.querySelector<HTMLElement>("[data-body] :is(input:not([type=file]), textarea, select)");
  (dialog.querySelector<HTMLElement>("[data-autofocus]") || field || dialog).focus();
}

/** An open modal. Escape, Back and a press on the scrim close it; the focus returns to where it was. */
export function Modal({ onClose, labelledBy, describedBy, role, className, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useLayer(onClose);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    dialog.showModal();
    focusFirst(dialog);
    change([...open, dialog]);
    return () => {
      change(open.filter((other) => other !== dialog));
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      data-sheet
      tabIndex={-1}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(e) => {
        e.preventDefault();
        if (e.target === e.currentTarget) onClose();
      }}
      onPointerDown={(e) => {
        const box = e.currentTarget.getBoundingClientRect();
        const inside = e.clientX >= box.left && e.clientX <= box.right && e.clientY >= box.top &&
          e.clientY <= box.bottom;
        if (e.target === e.currentTarget && !inside) onClose();
      }}
      className={cn(
        "fixed m-0 max-w-none flex-col bg-raised text-fg shadow-float outline-none open:flex backdrop:bg-scrim",
        className,
      )}
    >
      {children}
    </dialog>
  );
}
