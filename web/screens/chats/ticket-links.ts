// Addresses of this app's tickets in what colleagues write.
import { linksIn } from "../../features/messages/bubbles/text/tokens.ts";

const TICKET = /^\/tickets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** The uuids of the tickets whose addresses are in a text, each once, at most three. */
export function ticketsIn(text: string, origin: string): string[] {
  if (!text.includes("/tickets/")) return [];
  const found = linksIn(text).flatMap((link) => {
    const at = URL.parse(link);
    const uuid = at?.origin === origin && TICKET.exec(at.pathname)?.[1]?.toLowerCase();
    return uuid ? [uuid] : [];
  });
  return [...new Set(found)].slice(0, 3);
}
