import { MessageBubble } from "../bubbles/message-bubble.tsx";
import { OutgoingBubble } from "../bubbles/outgoing-bubble.tsx";
import type { Row } from "./rows.ts";
import { DayLine, GapLine, LogLine, TicketLine, UnreadLine } from "./separators.tsx";

/** One row of the conversation, whatever it is. */
export function ThreadRow({ row, lit }: { row: Row; lit: boolean }) {
  switch (row.kind) {
    case "day":
      return <DayLine at={row.at} />;
    case "ticket":
      return <TicketLine ticketId={row.ticketId} queueId={row.queueId} at={row.at} />;
    case "unread":
      return <UnreadLine />;
    case "log":
      return <LogLine row={row} />;
    case "gap":
      return <GapLine row={row} />;
    case "outgoing":
      return <OutgoingBubble row={row.entry} first={row.first} />;
    default:
      return <MessageBubble message={row.message} first={row.first} lit={lit} change={row.change} />;
  }
}
