import {
  type AriaAttributes,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { hasMouse } from "../../../core/page/reply-field.ts";
import { cn } from "../../../ui/cn.ts";

interface Props {
  label: string;
  placeholder: string;
  text: string;
  disabled?: boolean;
  note?: boolean;
  describedBy?: string;
  onText: (text: string) => void;
  onSend: () => void;
  onEscape: () => boolean;
  onFiles?: (files: File[]) => void;
  /** Sees a key first; true keeps it from the box. */
  onKey?: (e: KeyboardEvent) => boolean;
  onCaret?: (caret: number) => void;
  /** What a list that hangs on the box says of itself. */
  aria?: AriaAttributes;
  ref?: Ref<HTMLTextAreaElement>;
}
/** Six lines and the edges. */
const MAX_PX = 146;

/** The box one writes in. Grows to six lines, then scrolls. */
export function TextBox(props: Props) {
  const { label, placeholder, text, disabled, note, describedBy, onText, onSend, onEscape, onFiles, ref } = props;
  const { onKey, onCaret, aria } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLTextAreaElement);
  useLayoutEffect(() => {
    const element = box.current;
    // Where the style sheet can do it, measuring would only cost a layout of the whole conversation per key.
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight + 2, MAX_PX)}px`;
  }, [text]);
  const key = (e: KeyboardEvent) => {
    if (onKey?.(e)) return;
    if (e.key === "Escape" && onEscape()) e.stopPropagation();
    // On a touch screen Enter makes a new line.
    if (e.key !== "Enter" || e.shiftKey || e.nativeEvent.isComposing || !hasMouse()) return;
    e.preventDefault();
    onSend();
  };
  const paste = (e: ClipboardEvent) => {
    const files = [...e.clipboardData.files];
    if (files.length === 0 || !onFiles) return;
    e.preventDefault();
    onFiles(files);
  };
  return (
    <textarea
      ref={box}
      dir="auto"
      rows={1}
      aria-label={label}
      aria-describedby={describedBy}
      {...aria}
      placeholder={placeholder}
      value={text}
      disabled={disabled}
      onChange={(e) => {
        onCaret?.(e.target.selectionStart);
        onText(e.target.value);
      }}
      onSelect={(e) => onCaret?.(e.currentTarget.selectionStart)}
      onKeyDown={key}
      onPaste={paste}
      className={cn(
        "block field-sizing-content max-h-[146px] min-h-9 w-full flex-1 resize-none rounded-[18px] border bg-surface px-3.5 py-1.5 text-body leading-[calc(22px*var(--scale))] text-fg outline-offset-[-1px] placeholder:text-fg-subtle disabled:cursor-not-allowed disabled:bg-bg touch:min-h-11 touch:py-2.5 touch:text-[calc(16px*max(1,var(--scale)))]",
        note ? "border-note/50 placeholder:text-note" : "border-line-strong/60",
      )}
    />
  );
}
