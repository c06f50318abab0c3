// The transition table of tickets (docs/product/tickets.md#actions) as data.
export type Action = "accept" | "return" | "close" | "ignore" | "reopen" | "transfer";

interface Transition {
  from: readonly string[];
  log: string;
}
export const transitions: Record<Action, Transition> = {
  accept: { from: ["pending", "lgpd", "nps"], log: "open" },
  return: { from: ["open", "group"], log: "pending" },
  close: { from: ["open", "group"], log: "closed" },
  ignore: { from: ["pending", "lgpd", "nps"], log: "closed" },
  reopen: { from: ["closed"], log: "reopen" },
  transfer: { from: ["open", "pending", "group", "lgpd", "nps"], log: "transfered" },
};

/** The action that a wanted status means for a ticket in this state; null when it is already there. */
export function actionFor(current: string, wanted: string | undefined, isTransfer: boolean): Action | null {
  if (isTransfer) return transitions.transfer.from.includes(current) ? "transfer" : null;
  if (wanted === "open" || wanted === "group") {
    if (current === "closed") return "reopen";
    return transitions.accept.from.includes(current) ? "accept" : null;
  }
  if (wanted === "pending") return transitions.return.from.includes(current) ? "return" : null;
  if (wanted === "closed") {
    if (transitions.close.from.includes(current)) return "close";
    return transitions.ignore.from.includes(current) ? "ignore" : null;
  }
  return null;
}

/** Without an owner it waits; a group that is no ticket waits for nobody. */
export function waitingStatus(ticket: { isGroup: boolean; groupAsTicket: boolean }): "pending" | "group" {
  return ticket.isGroup && !ticket.groupAsTicket ? "group" : "pending";
}

/** A group on a connection where groups are not tickets is `group`, everything else `open`. */
export function openStatus(ticket: { isGroup: boolean; groupAsTicket: boolean }): "open" | "group" {
  return ticket.isGroup && !ticket.groupAsTicket ? "group" : "open";
}
