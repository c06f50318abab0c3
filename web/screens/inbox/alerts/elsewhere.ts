// On every other screen a customer's words are told in one quiet line that leads to them.
import { navigate } from "wouter/use-browser-location";
import type { Message } from "../../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { href } from "../../../core/page/href.ts";
import { say } from "../../../core/words/i18n/i18n.ts";
import { plain } from "../../../core/words/plain.ts";
import { saidLine } from "../../../core/words/preview.ts";
import { toast } from "../../../ui/toast.tsx";

const READ_MS = 8000;
const WORDS_MAX = 120;

/** Who wrote, what, and the way there: one for each ticket, the newest words in the place of those before. Nothing in the inbox. */
export function tellElsewhere({ uuid, contact }: Pick<Ticket, "uuid" | "contact">, message: Message): void {
  const inbox = href("tickets");
  if (location.pathname === inbox || location.pathname.startsWith(`${inbox}/`)) return;
  const words = Array.from(plain(saidLine({ kind: message.mediaType, body: message.body }), false));
  const short = words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX).join("")}…` : words.join("");
  toast.info(`${contact.name}: ${short}`, {
    about: `ticket-${uuid}`,
    time: READ_MS,
    action: { label: say("do.open"), run: () => navigate(href("ticket", { uuid })) },
  });
}
