import { ListChecks } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../../api/features/messages/contract.ts";
import { namedIn } from "../../../../core/words/mentions.ts";
import { videoOf } from "../../../../../api/contract/words/video.ts";
import { cardOf, linkOf } from "../../../../core/words/message-data.ts";
import { LinkCardView } from "./link-card.tsx";
import { RichText } from "./rich-text.tsx";
import { linksIn } from "./tokens.ts";

/** Words; a pressed choice and a link sent as such say what they are. */
export function TextContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const named = useMemo(() => namedIn(message.data).map(({ name }) => name), [message.data]);
  const link = linkOf(message.data);
  const card = message.isPrivate ? null : cardOf(message.data);
  const video = useMemo(
    () => /youtu/i.test(message.body) ? linksIn(message.body).map(videoOf).find(Boolean) ?? null : null,
    [message.body],
  );
  return (
    <>
      {message.data?.choice !== undefined && (
        <span className="flex items-center gap-1.5 text-meta text-fg-subtle">
          <ListChecks aria-hidden className="size-3.5" /> {t("choice")}
        </span>
      )}
      {link?.title && !card && (
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="mb-1 block max-w-72 rounded-control border-l-2 border-primary bg-hover px-2.5 py-1.5 hover:bg-pressed"
        >
          <span className="line-clamp-2 font-500">{link.title}</span>
          <span className="block truncate text-meta text-fg-subtle">{new URL(link.url).host}</span>
        </a>
      )}
      <RichText text={message.body} names={named} />
      <LinkCardView card={card} video={video} />
    </>
  );
}
