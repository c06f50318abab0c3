// Which component draws which kind of message. A new kind is a new line here.
import { Captions, Eye } from "lucide-react";
import { type ComponentType, useMemo } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { namedIn } from "../../../core/words/mentions.ts";
import { AudioContent } from "./sound/audio.tsx";
import { CallContent } from "./call-log.tsx";
import { ContactContent } from "./contact-card.tsx";
import { isTranscribed, isWaiting, pollOf, seenOnce } from "../../../core/words/message-data.ts";
import { DocumentContent } from "./document.tsx";
import { ImageContent } from "./picture/image.tsx";
import { LocationContent } from "./location.tsx";
import { PollContent } from "./poll.tsx";
import { RichText } from "./text/rich-text.tsx";
import { TextContent } from "./text/text.tsx";
import { UnknownContent } from "./unknown.tsx";
import { VideoContent } from "./picture/video.tsx";
import { WaitingContent } from "./waiting.tsx";

const contents: Record<string, ComponentType<{ message: Message }>> = {
  chat: TextContent,
  text: TextContent,
  image: ImageContent,
  video: VideoContent,
  audio: AudioContent,
  application: DocumentContent,
  locationMessage: LocationContent,
  contactMessage: ContactContent,
  call_log: CallContent,
};
/** What a message is beyond its kind decides first. */
function innerOf({ mediaType, data }: Message): ComponentType<{ message: Message }> {
  if (isWaiting(data)) return WaitingContent;
  if (mediaType === "chat" && pollOf(data)) return PollContent;
  return contents[mediaType] ?? UnknownContent;
}
const captioned = new Set(["image", "video", "audio", "application"]);

/** What a message says or shows. */
export function Content({ message }: { message: Message }) {
  const named = useMemo(() => namedIn(message.data).map(({ name }) => name), [message.data]);
  const { t } = useTranslation("messages");
  const Inner = innerOf(message);
  return (
    <>
      {seenOnce(message.data) && (
        <span className="mb-1 flex items-center gap-1.5 text-meta text-fg-muted">
          <Eye aria-hidden className="size-3.5" /> {t("viewOnce")}
        </span>
      )}
      <Inner message={message} />
      {captioned.has(message.mediaType) && message.body && (
        <span className="mt-1 block">
          {isTranscribed(message.data) && (
            <span className="flex items-center gap-1.5 text-meta text-fg-muted">
              <Captions aria-hidden className="size-3.5" /> {t("audio.transcript")}
            </span>
          )}
          <RichText text={message.body} names={named} />
        </span>
      )}
    </>
  );
}
