import { useEffect, useMemo } from "react";
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { useList } from "../../../core/query.ts";
import { older } from "../../../core/store/order.ts";
import { mediaState } from "../../../core/words/message-data.ts";
import { galleryKindOf } from "../parts/gallery.ts";

/** So close to the oldest that is known, older ones are asked for. */
const NEAR_END = 3;

/**
 * All pictures and videos of a conversation, oldest first: what is on the device at once, the rest as the server gives it. `at`
 * is the one that is shown.
 */
export function usePictures(ticketId: number, known: readonly Message[], at: number): Message[] {
  // A conversation of colleagues is no ticket: it has the pictures that it has loaded.
  const enabled = ticketId > 0;
  const list = useList(messages.gallery, { params: { ticketId }, query: { kind: "media" } }, { keep: false, enabled });
  const pictures = useMemo(() => {
    const all = new Map([...list.records, ...known].map((message) => [message.id, message]));
    return [...all.values()]
      .filter((message) =>
        mediaState(message.data) === "ready" &&
        (galleryKindOf(message) === "media" || message.id === at && message.mediaUrl !== null)
      )
      .sort(older);
  }, [list.records, known, at]);
  const index = pictures.findIndex((message) => message.id === at);
  useEffect(() => {
    if (index < NEAR_END && list.hasMore) list.more();
  }, [index, list.hasMore, pictures.length]);
  return pictures;
}
