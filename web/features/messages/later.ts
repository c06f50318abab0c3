// Writing by key: an answer, a note.
import { Lock, Reply } from "lucide-react";
import { getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import { register } from "../../core/commands.ts";
import { href } from "../../core/page/href.ts";
import { queryClient, queryKey } from "../../core/answers/query-client.ts";
import { replyWantedAtom } from "../../core/page/reply-field.ts";
import { ticketAtHand } from "../../core/page/ticket-at-hand.ts";
import { changeComposer } from "./composer/state.ts";

const idOf = (uuid: string) =>
  queryClient.getQueryData<Ticket>(queryKey("read", tickets.show, { params: { uuid } }))?.id;

/** Opens the ticket at hand, if it is not, and gives its box the focus. */
function write(note: boolean) {
  const hand = ticketAtHand();
  const id = hand && (hand.id ?? idOf(hand.uuid));
  if (!hand || !id) return;
  changeComposer(id, { note });
  getDefaultStore().set(replyWantedAtom, hand.uuid);
  const address = href("ticket", { uuid: hand.uuid });
  if (location.pathname !== address) navigate(address);
}
const ready = () => ticketAtHand() !== null;

register(
  {
    id: "write.reply",
    group: "write",
    ns: "messages",
    label: "keys.reply",
    icon: Reply,
    keys: ["r", "Alt+l"],
    ready,
    run: () => write(false),
  },
  {
    id: "write.note",
    group: "write",
    ns: "messages",
    label: "keys.note",
    icon: Lock,
    keys: ["n", "Alt+p"],
    ready,
    run: () => write(true),
  },
);
