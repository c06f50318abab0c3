// What can be done with the ticket at hand, and how one goes through the list. Keys: Superhuman's and Gmail's letters, and
// Chatwoot's with Alt, which whoever comes from there has in the fingers.
import { getDefaultStore } from "jotai";
import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  Clock,
  type LucideIcon,
  MessageSquare,
  MessageSquarePlus,
  UsersRound,
} from "lucide-react";
import { navigate } from "wouter/use-browser-location";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { can } from "../../../api/contract/permissions.ts";
import { viewerOf } from "../../core/who/can.ts";
import { register, whenEscape } from "../../core/commands.ts";
import { href } from "../../core/page/href.ts";
import { currentMe } from "../../core/who/me.ts";
import { outboxAtom } from "../../core/outbox.ts";
import { ticketAtHand } from "../../core/page/ticket-at-hand.ts";
import { busyAtom } from "./actions/change.ts";
import { closeTicket } from "./actions/closing/close.ts";
import { openDialog } from "./actions/dialogs.ts";
import { type ActionName, actions, offered } from "./actions/offered.ts";
import { cachedTicket } from "./cache.ts";
import { further, rowsShown } from "./state/shown-rows.ts";
import { listAtom, type ListState, type Tab } from "./state/state.ts";
import { wantedTicket } from "./pending.ts";

const known = (id: number) => cachedTicket((ticket) => ticket.id === id)?.ticket;

/** The ticket at hand, as it will be when what waits was accepted. */
export function currentTicket(): Ticket | null {
  const [hand, me] = [ticketAtHand(), currentMe()];
  const ticket = hand && cachedTicket(({ uuid }) => uuid === hand.uuid)?.ticket;
  if (!ticket || !me) return null;
  return wantedTicket(ticket, getDefaultStore().get(outboxAtom), { id: me.id, name: me.name, color: me.color });
}
function may(ticket: Ticket | null, name: ActionName): boolean {
  const me = currentMe();
  if (!ticket || !me || getDefaultStore().get(busyAtom).has(ticket.id)) return false;
  const { quick, more } = offered(ticket, viewerOf(me));
  return quick.includes(name) || more.includes(name);
}

const keys: Partial<Record<ActionName, string[]>> = {
  accept: ["a"],
  takeOver: ["a"],
  reopen: ["a"],
  close: ["e", "Alt+e"],
  transfer: ["t"],
  unread: ["u"],
};
const names: ActionName[] = [
  "accept",
  "takeOver",
  "reopen",
  "close",
  "transfer",
  "return",
  "ignore",
  "unread",
  "log",
  "delete",
];

function open(id: number | undefined) {
  const ticket = id === undefined ? undefined : known(id);
  if (!ticket) return;
  // A row that has the focus hands it on: the next key goes on from here.
  if (ticketAtHand()?.id !== undefined) rowsShown()?.focus(ticket.id);
  navigate(href("ticket", { uuid: ticket.uuid }));
}
/** The row of the ticket at hand, else of the open one. */
const here = () => ticketAtHand()?.id ?? rowsShown()?.selected;
const next = (by: 1 | -1) => further(rowsShown()?.ids ?? [], here(), by);
const hasRows = () => (rowsShown()?.ids.length ?? 0) > 0;

function step(by: 1 | -1) {
  const id = next(by);
  if (id !== undefined) rowsShown()?.focus(id);
}

/** Closes the ticket at hand; the next row of the list is opened when that is done. */
function closeAndGoOn() {
  const ticket = currentTicket();
  const ids = rowsShown()?.ids ?? [];
  const id = further(ids, ticket?.id, 1) ?? further(ids, ticket?.id, -1);
  return ticket && closeTicket(ticket, id === undefined ? undefined : known(id)?.uuid);
}

/** Shows one tab of the list, or what is closed. */
function show(part: Partial<ListState>) {
  getDefaultStore().set(listAtom, (state) => ({ ...state, search: "", ...part }));
  if (location.pathname !== href("tickets")) navigate(href("tickets"));
}
const mayGroups = () => {
  const me = currentMe();
  return me !== null && can(viewerOf(me), "tickets:groups");
};
const tabs: Record<Tab, { key: string; icon: LucideIcon }> = {
  open: { key: "o", icon: MessageSquare },
  pending: { key: "p", icon: Clock },
  group: { key: "g", icon: UsersRound },
};

register(
  ...names.map((name) => ({
    id: `ticket.${name}`,
    group: "ticket" as const,
    ns: "tickets",
    label: `action.${name}`,
    icon: actions[name].icon,
    keys: keys[name],
    ready: () => may(currentTicket(), name),
    run: () => {
      const ticket = currentTicket();
      return ticket && actions[name].run(ticket);
    },
  })),
  {
    id: "ticket.closeNext",
    group: "ticket",
    ns: "tickets",
    label: "keys.closeNext",
    icon: CheckCheck,
    keys: ["Ctrl+Alt+e"],
    ready: () => may(currentTicket(), "close"),
    run: closeAndGoOn,
  },
  {
    id: "list.next",
    group: "list",
    ns: "tickets",
    label: "keys.next",
    icon: ArrowDown,
    keys: ["j"],
    repeats: true,
    keyOnly: true,
    ready: hasRows,
    run: () => step(1),
  },
  {
    id: "list.previous",
    group: "list",
    ns: "tickets",
    label: "keys.previous",
    icon: ArrowUp,
    keys: ["k"],
    repeats: true,
    keyOnly: true,
    ready: hasRows,
    run: () => step(-1),
  },
  {
    id: "list.openNext",
    group: "list",
    ns: "tickets",
    label: "keys.openNext",
    icon: ArrowDown,
    keys: ["Alt+j"],
    ready: hasRows,
    run: () => open(next(1)),
  },
  {
    id: "list.openPrevious",
    group: "list",
    ns: "tickets",
    label: "keys.openPrevious",
    icon: ArrowUp,
    keys: ["Alt+k"],
    ready: hasRows,
    run: () => open(next(-1)),
  },
  ...Object.entries(tabs).map(([tab, { key, icon }]) => ({
    id: `list.${tab}`,
    group: "list" as const,
    ns: "tickets",
    label: `tab.${tab}`,
    icon,
    keys: [`g ${key}`],
    ready: () => tab !== "group" || mayGroups(),
    run: () => show({ view: "open", tab: tab as Tab }),
  })),
  {
    id: "list.closed",
    group: "list",
    ns: "tickets",
    label: "view.closed",
    icon: CheckCheck,
    keys: ["g e"],
    run: () => show({ view: "closed" }),
  },
  {
    id: "ticket.new",
    group: "app",
    ns: "tickets",
    label: "new.title",
    icon: MessageSquarePlus,
    run: () => {
      // Both screens show the tickets' dialogs.
      if (![href("tickets"), href("contacts")].some((path) => location.pathname.startsWith(path))) {
        navigate(href("tickets"));
      }
      openDialog({ kind: "new" });
    },
  },
);

whenEscape("search", () => {
  const jotai = getDefaultStore();
  if (!location.pathname.startsWith(href("tickets")) || !jotai.get(listAtom).search) return false;
  jotai.set(listAtom, (state) => ({ ...state, search: "" }));
  return true;
});
whenEscape("ticket", () => {
  if (!location.pathname.startsWith(`${href("tickets")}/`)) return false;
  navigate(href("tickets"));
  return true;
});
