import { Paperclip } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { QuickMessage } from "../../../../../api/features/quick-messages/contract.ts";
import { cn } from "../../../../ui/cn.ts";

interface Props {
  id: string;
  messages: readonly QuickMessage[];
  active: number;
  onPick: (message: QuickMessage) => void;
}
/** Characters of a suggestion's text. */
const CUT = 90;
const cut = (text: string) => text.length > CUT ? `${text.slice(0, CUT)}…` : text;

/** The quick messages that fit what is typed, above the box; the box keeps the focus. */
export function QuickList({ id, messages, active, onPick }: Props) {
  const { t } = useTranslation("messages");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Some browsers answer with a promise, which is nothing an effect may return.
    void list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={t("quick.list")}
      className="absolute right-2 bottom-full left-2 z-20 mb-1 max-h-72 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float animate-fade sm:right-auto sm:w-110 sm:max-w-[calc(100%-16px)]"
    >
      {messages.map((message, index) => (
        <li
          key={message.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Not the click: the box would lose the focus, and a phone its keyboard.
          onPointerDown={(e) => e.preventDefault()}
          onClick={() => onPick(message)}
          className={cn(
            "min-h-11 cursor-pointer rounded-control px-2 py-1.5",
            index === active ? "bg-primary-soft" : "hover:bg-hover",
          )}
        >
          <span className="flex items-center gap-1.5 font-500">
            <span className="truncate">/{message.shortcode}</span>
            {message.isMedia && (
              <Paperclip aria-label={t("quick.file")} role="img" className="size-3.5 shrink-0 text-fg-muted" />
            )}
          </span>
          <span className="line-clamp-2 text-meta text-fg-muted wrap-anywhere">
            {cut(message.message) || message.mediaName}
          </span>
        </li>
      ))}
    </ul>
  );
}
