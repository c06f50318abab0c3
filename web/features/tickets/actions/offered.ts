// What may be done with a ticket in its state (docs/product/tickets.md#actions), as data for rows, headers and menus.
import type { LucideIcon } from "lucide-react";
import {
  Check,
  CornerUpLeft,
  History,
  Link2,
  MailOpen,
  MessageSquareOff,
  Printer,
  RotateCcw,
  Trash2,
  UserCheck,
  UserRoundCheck,
  UserRoundPlus,
} from "lucide-react";
import { can, type Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { serves } from "../state/membership.ts";
import { acceptTicket } from "./accept.ts";
import { closeTicket } from "./closing/close.ts";
import { deleteTicket } from "./delete.ts";
import { openDialog } from "./dialogs.ts";
import { ignoreTicket } from "./ignore.ts";
import { copyLink } from "./link.ts";
import { reopenTicket } from "./reopen.ts";
import { takeOverTicket } from "./take-over.ts";
import { returnTicket } from "./return.ts";
import { markUnread } from "./unread.ts";

export type ActionName =
  | "accept"
  | "takeOver"
  | "ignore"
  | "return"
  | "transfer"
  | "close"
  | "reopen"
  | "unread"
  | "link"
  | "print"
  | "log"
  | "delete";
interface Action {
  icon: LucideIcon;
  danger?: boolean;
  run: (ticket: Ticket) => unknown;
}
/** Icon and deed of each action; its words are `action.<name>`. */
export const actions: Record<ActionName, Action> = {
  accept: { icon: UserCheck, run: acceptTicket },
  takeOver: { icon: UserRoundCheck, run: takeOverTicket },
  ignore: { icon: MessageSquareOff, run: ignoreTicket },
  return: { icon: CornerUpLeft, run: returnTicket },
  transfer: { icon: UserRoundPlus, run: (ticket) => openDialog({ kind: "transfer", ticket }) },
  close: { icon: Check, run: (ticket) => closeTicket(ticket) },
  reopen: { icon: RotateCcw, run: reopenTicket },
  unread: { icon: MailOpen, run: markUnread },
  link: { icon: Link2, run: copyLink },
  print: { icon: Printer, run: (ticket) => openDialog({ kind: "print", ticket }) },
  log: { icon: History, run: (ticket) => openDialog({ kind: "log", ticket }) },
  delete: { icon: Trash2, danger: true, run: deleteTicket },
};

type Offered = Pick<Ticket, "status" | "userId" | "queueId" | "isGroup">;

/** Whether a ticket that waits does so for somebody else: it is taken over, not accepted. */
export const isReserved = ({ status, userId }: Pick<Ticket, "status" | "userId">, viewer: Viewer): boolean =>
  (status === "pending" || status === "lgpd") && userId !== null && userId !== viewer.id;

/** The actions of a ticket, the likeliest first. `quick` is what a row shows, the first of it is its main one. */
export function offered(ticket: Offered, viewer: Viewer): { quick: ActionName[]; more: ActionName[] } {
  const { status } = ticket;
  if (!serves(ticket, viewer)) return { quick: [], more: ["link", "print", "log"] };
  const first = isReserved(ticket, viewer) ? "takeOver" : "accept";
  const quick: ActionName[] = status === "closed"
    ? ["reopen"]
    : status === "open" || status === "group"
    ? ["close", "transfer", "return"]
    : can(viewer, "tickets:closePending")
    ? [first, "ignore", "transfer"]
    : [first, "transfer"];
  const more: ActionName[] = status === "closed" ? ["link", "print", "log"] : ["unread", "link", "print", "log"];
  if (can(viewer, "ticket-options:deleteTicket")) more.push("delete");
  return { quick, more };
}
