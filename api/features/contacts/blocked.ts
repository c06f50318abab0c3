import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../inbound.ts";

/**
 * Third step of the inbound pipeline: what a blocked contact writes is not taken in, so no ticket opens and nothing rings. What
 * the company itself writes to them from its phone still is: the conversation shows what was said.
 */
export function refuseBlocked(_tx: Tx, { contactBlocked, event }: Inbound): Promise<"next" | "stop"> {
  return Promise.resolve(contactBlocked && !event.fromMe ? "stop" : "next");
}
