// One tooltip for the whole app: it names the control that is pointed at or focused.
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { Caps } from "./caps.tsx";
import { placeAt, type Side } from "./floating.ts";

interface Tip {
  text: string;
  caps?: string[][];
  side: Side;
  target: Element;
}
const DELAY_MS = 400;
const GAP = 6;
let tip: Tip | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The place of the last press: the person did not point at a control that appears under a resting pointer. */
let pressed: { x: number; y: number } | null = null;
const watchers = new Set<() => void>();
const show = (next: Tip | null, after: number) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    tip = next;
    watchers.forEach((watcher) => watcher());
  }, after);
};

type Hooks = Pick<
  HTMLAttributes<HTMLElement>,
  "onPointerEnter" | "onPointerLeave" | "onPointerDown" | "onFocus" | "onBlur"
>;
interface Props {
  text: string;
  /** The keys that do the same, stroke by stroke. */
  caps?: string[][];
  side?: Side;
  children: ReactElement<Hooks>;
}

/** A name that appears on hover and on keyboard focus. The element needs an accessible name of its own. */
export function Tooltip({ text, caps, side = "bottom", children }: Props) {
  const own = children.props;
  return cloneElement(children, {
    onPointerEnter: (e) => {
      own.onPointerEnter?.(e);
      const rests = pressed?.x === e.clientX && pressed.y === e.clientY;
      if (e.pointerType === "mouse" && !rests) show({ text, caps, side, target: e.currentTarget }, DELAY_MS);
    },
    onPointerLeave: (e) => {
      own.onPointerLeave?.(e);
      show(null, 0);
    },
    onPointerDown: (e) => {
      own.onPointerDown?.(e);
      pressed = { x: e.clientX, y: e.clientY };
      show(null, 0);
    },
    onFocus: (e) => {
      own.onFocus?.(e);
      if (e.currentTarget.matches(":focus-visible")) show({ text, caps, side, target: e.currentTarget }, DELAY_MS);
    },
    onBlur: (e) => {
      own.onBlur?.(e);
      show(null, 0);
    },
  });
}

function Bubble({ tip: { text, caps, side, target } }: { tip: Tip }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!panel.current || !target.isConnected) return;
    panel.current.showPopover();
    placeAt(panel.current, target.getBoundingClientRect(), { side, align: "center", gap: GAP });
  }, [text, side, target]);
  return (
    <div
      ref={panel}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed m-0 max-w-70 rounded-control bg-fg px-2 py-1 text-meta text-surface animate-fade wrap-anywhere"
    >
      {text}
      {caps && <Caps caps={caps} className="ml-2 text-surface/75" />}
    </div>
  );
}

/** The place of tooltips. Once, at the root. */
export function Tooltips() {
  // A person who types has read the tooltip: any key, Escape too, closes it, so that it covers no text.
  useEffect(() => {
    const hide = () => show(null, 0);
    addEventListener("keydown", hide, true);
    return () => removeEventListener("keydown", hide, true);
  }, []);
  const now = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => tip,
  );
  return now && <Bubble key={now.text} tip={now} />;
}
