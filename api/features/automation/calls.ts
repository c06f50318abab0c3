// Calls: the company answers them on the phone, or they are refused and a text says so (`acceptCallWhatsapp`;
// docs/product/messages.md#calls).
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../inbound.ts";
import { companyValues } from "../settings/actions.ts";
import { shownById } from "../tickets/queries.ts";
import { sendAutomatic } from "./actions/say.ts";
import { askChannel } from "../connections/actions/requests.ts";

/** Whether the company takes no calls. */
export async function isRefused(tx: Tx): Promise<boolean> {
  return (await companyValues(tx)).acceptCallWhatsapp === "disabled";
}

/** Last step of the pipeline: a refused call is ended at the provider, and the customer told why. Neither for one long over. */
export async function answerCall(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { call, line, ticket, contactId } = inbound;
  if (!call?.refused || inbound.messageId === null || inbound.late || !ticket) return "next";
  if (call.event.state === "ringing") {
    const { externalId } = call.event;
    await askChannel(tx, line.id, "refuseCall", { contactId, externalId, askedAt: Date.now() });
  }
  const text = (await companyValues(tx)).AcceptCallWhatsappMessage.trim();
  const shown = text && !ticket.isGroup ? await shownById(tx, ticket.id) : undefined;
  if (shown) await sendAutomatic(tx, { ticket: shown, kind: "callRefused", text });
  return "next";
}
