import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { colourOf } from "../../../ui/colour.ts";
import { useConversation } from "../conversation.ts";
import { participantName } from "./author.tsx";
import { kindKey } from "./kinds.ts";

type Quoted = NonNullable<Message["quotedMsg"]>;

/** A quoted message in a line or two. */
export function useQuoteText(): (quoted: Pick<Quoted, "body" | "mediaType" | "isDeleted">) => string {
  const { t } = useTranslation("messages");
  return (quoted) => {
    if (quoted.isDeleted) return t("deleted.plain");
    const kind = kindKey(quoted);
    return [kind && t(`kind.${kind}`), quoted.body].filter(Boolean).join(": ");
  };
}

/** What a message answers, with a bar in its author's colour. Pressed, the original comes into view. */
export function Quote({ quoted }: { quoted: Quoted }) {
  const { t } = useTranslation("messages");
  const { contactName, jumpTo } = useConversation();
  const text = useQuoteText();
  const member = quoted.participant && (participantName(quoted) || t("participant"));
  const author = quoted.fromMe ? quoted.userName ?? t("you") : member ?? contactName;
  return (
    <button
      type="button"
      onClick={() => jumpTo(quoted.id)}
      style={{ borderColor: quoted.fromMe ? undefined : colourOf(author) }}
      className="mb-1 block w-full max-w-100 overflow-hidden rounded-control border-l-[3px] border-primary bg-hover px-2.5 py-1.5 text-left hover:bg-pressed"
    >
      <span className="sr-only">{t("quote.of")}</span>
      <span dir="auto" className="block truncate text-meta font-600 text-fg">{author}</span>
      <span dir="auto" className="line-clamp-2 text-meta text-fg-muted wrap-anywhere">{text(quoted)}</span>
    </button>
  );
}
