import { MessageBubble } from "../bubbles/message-bubble.tsx";
import { OutgoingBubble } from "../bubbles/outgoing-bubble.tsx";
import type { Row } from "./rows.ts";
import { DayLine, TicketLine, UnreadLine } from "./separators.tsx";

/** One row of the conversation, whatever it is. */
export function ThreadRow({ row, lit }: { row: Row; lit: boolean }) {
  switch (row.kind) {
    case "day":
      return <DayLine at={row.at} />;
    case "ticket":
      return <TicketLine ticketId={row.ticketId} />;
    case "unread":
      return <UnreadLine />;
    case "outgoing":
      return <OutgoingBubble row={row.entry} first={row.first} />;
    default:
      return <MessageBubble message={row.message} first={row.first} lit={lit} />;
  }
}
