// The notifications' step of the inbound pipeline.
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../inbound.ts";
import { ringMessage } from "./actions.ts";

/** Last step: people who may be elsewhere are rung. What is sent from another device of the company's own rings nobody. */
export function ringInbound(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event, messageId, ticket } = inbound;
  if (messageId !== null && !event.fromMe && ticket?.status !== "closed") ringMessage(tx, inbound.ticketId, messageId);
  return Promise.resolve("next");
}
