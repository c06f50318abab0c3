// Which component draws which kind of message. A new kind is a new line here.
import type { ComponentType } from "react";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { AudioContent } from "./audio.tsx";
import { CallContent } from "./call-log.tsx";
import { ContactContent } from "./contact-card.tsx";
import { DocumentContent } from "./document.tsx";
import { ImageContent } from "./image.tsx";
import { LocationContent } from "./location.tsx";
import { RichText } from "./rich-text.tsx";
import { TextContent } from "./text.tsx";
import { UnknownContent } from "./unknown.tsx";
import { VideoContent } from "./video.tsx";

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
const captioned = new Set(["image", "video", "audio", "application"]);

/** What a message says or shows. */
export function Content({ message }: { message: Message }) {
  const Inner = contents[message.mediaType] ?? UnknownContent;
  return (
    <>
      <Inner message={message} />
      {captioned.has(message.mediaType) && message.body && (
        <span className="mt-1 block">
          <RichText text={message.body} />
        </span>
      )}
    </>
  );
}
