import { MessageBubble } from "../bubbles/message-bubble.tsx";
import { OutgoingBubble } from "../bubbles/outgoing-bubble.tsx";
import type { Row } from "./rows.ts";
import { DayLine, GapLine, LogLine, TicketLine, UnreadLine } from "./separators.tsx";

interface Props {
  row: Row;
  lit: boolean;
  /** Null where nobody picks messages. */
  picked: boolean | null;
}

/** One row of the conversation, whatever it is. */
export function ThreadRow({ row, lit, picked }: Props) {
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
      return <MessageBubble message={row.message} first={row.first} lit={lit} picked={picked} change={row.change} />;
  }
}
