// Toasts: short messages that go by themselves. Our own, because libraries for it bring styles that a strict content policy
// refuses. Errors interrupt a screen reader, other toasts wait their turn; pointing or focusing keeps a toast on screen.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { cn } from "./cn.ts";
import { useTopLayer } from "./modal.tsx";

type Kind = "success" | "error" | "warning" | "info";
interface Action {
  label: string;
  run: () => void;
}
interface Toast {
  id: number;
  kind: Kind;
  text: string;
  action?: Action;
  /** Milliseconds on screen; 0 stays until closed. */
  time: number;
  /** What it is about: the next one about the same takes its place. */
  about?: string;
}
interface Options {
  action?: Action;
  about?: string;
  time?: number;
}

const READ_MS = 4000;
const MAX = 3;
let toasts: Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();
const change = (next: Toast[]) => {
  toasts = next;
  watchers.forEach((watcher) => watcher());
};

/** Shows a message. The same text twice is one toast, not two. */
function show(kind: Kind, text: string, options: Options = {}): number {
  const id = ++last;
  const time = options.time ?? (options.action ? 5000 : READ_MS);
  change(
    [
      ...toasts.filter((toast) => toast.text !== text && (!options.about || toast.about !== options.about)),
      { id, kind, text, action: options.action, time, about: options.about },
    ].slice(-MAX),
  );
  return id;
}

export const toast = {
  success: (text: string, options?: Options) => show("success", text, options),
  error: (text: string, options?: Options) => show("error", text, options),
  warning: (text: string, options?: Options) => show("warning", text, options),
  info: (text: string, options?: Options) => show("info", text, options),
  close: (id: number) => change(toasts.filter((entry) => entry.id !== id)),
};

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };
const tones: Record<Kind, string> = {
  success: "text-success",
  error: "text-danger",
  warning: "text-warning",
  info: "text-info",
};

function ToastCard({ entry, closeLabel }: { entry: Toast; closeLabel: string }) {
  const { id, time, kind, text, action } = entry;
  useEffect(() => {
    if (!time) return;
    const timer = setTimeout(() => toast.close(id), time);
    return () => clearTimeout(timer);
  }, [id, time]);
  const Icon = icons[kind];
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className="animate-rise pointer-events-auto flex w-full items-start gap-2.5 rounded-card border border-line bg-raised p-3 shadow-float"
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tones[kind])} />
      <p className="min-w-0 flex-1 text-body text-fg wrap-anywhere">{text}</p>
      {action && (
        <button
          type="button"
          className="hit relative rounded-control px-1.5 text-body font-600 text-primary-fg hover:underline"
          onClick={() => {
            action.run();
            toast.close(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        className="hit relative -m-1 grid size-6 shrink-0 place-items-center rounded-control text-fg-subtle hover:bg-hover hover:text-fg"
        onClick={() => toast.close(id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** The place of toasts. Once, at the root. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const entries = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => toasts,
  );
  const layer = useTopLayer();
  return createPortal(
    <section
      aria-label={label}
      className="pointer-events-none fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+var(--keyboard)+72px)] z-60 flex flex-col gap-2 sm:inset-x-0 sm:bottom-4 sm:mx-auto sm:w-90"
    >
      {entries.map((entry) => <ToastCard key={entry.id} entry={entry} closeLabel={closeLabel} />)}
    </section>,
    layer,
  );
}
