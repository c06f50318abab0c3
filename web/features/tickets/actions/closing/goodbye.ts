// What a customer hears when their ticket is closed, as far as this device knows (docs/product/tickets.md#close). Pure.
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";

/** Who closes, and what the company wants. */
interface Closing {
  id: number;
  farewellMessage: string;
  /** The company asks for ratings. */
  rates: boolean;
  /** The company closes nothing without a tag. */
  tagged: boolean;
}
type Closed = Pick<Ticket, "isGroup" | "userId" | "tags"> & {
  whatsapp: { groupAsTicket: string; hasFarewell?: boolean; hasRating?: boolean } | null;
};

/** The words that would be said; null where there are none. A colleague's own farewell is theirs to know: it may be there. */
export function goodbyeOf(
  { isGroup, userId, whatsapp }: Closed,
  { id, farewellMessage, rates }: Closing,
): "farewell" | "rating" | null {
  if (isGroup && whatsapp?.groupAsTicket !== "enabled") return null;
  if (rates && !isGroup && whatsapp?.hasRating !== false) return "rating";
  const own = userId === null || userId === id ? farewellMessage !== "" : true;
  return own || whatsapp?.hasFarewell !== false ? "farewell" : null;
}

/** True where closing leaves something to choose: words for the customer, or a tag that is missing. */
export const asksFirst = (ticket: Closed, closing: Closing): boolean =>
  goodbyeOf(ticket, closing) !== null || (closing.tagged && ticket.tags.length === 0);
