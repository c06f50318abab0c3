import { Link2, MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { AudioContent } from "../bubbles/sound/audio.tsx";
import { DocumentContent } from "../bubbles/document.tsx";
import { linksIn } from "../bubbles/text/tokens.ts";

/** One entry with when it was said, and the way to its place in the conversation. */
function Row({ message, children }: { message: Message; children: ReactNode }) {
  const { t } = useTranslation("messages");
  return (
    <li className="py-2">
      {children}
      <a
        href={`#m${message.id}`}
        className="mt-1 inline-flex min-h-6 items-center gap-1.5 text-meta text-fg-muted hover:text-fg touch:min-h-11"
      >
        <MessageSquareText aria-hidden className="size-3.5" />
        <time dateTime={message.createdAt}>{formatMoment(message.createdAt)}</time>
        <span className="sr-only">{t("gallery.show")}</span>
      </a>
    </li>
  );
}

export function DocumentRow({ message }: { message: Message }) {
  return (
    <Row message={message}>
      <DocumentContent message={message} />
    </Row>
  );
}
export function SoundRow({ message }: { message: Message }) {
  return (
    <Row message={message}>
      <AudioContent message={message} />
    </Row>
  );
}

/** The addresses of a text, each to be opened. */
export function LinkRows({ message }: { message: Message }) {
  return (
    <Row message={message}>
      {linksIn(message.body).map((href) => (
        <a
          key={href}
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="flex min-h-8 items-center gap-2 text-primary-fg hover:underline touch:min-h-11"
        >
          <Link2 aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{href.replace(/^https?:\/\/(www\.)?/, "")}</span>
        </a>
      ))}
    </Row>
  );
}
