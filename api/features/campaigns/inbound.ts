// A step of the inbound pipeline: somebody answers a campaign. Their word confirms, opts out, or is an answer to be counted.
import type { Tx } from "../../../db/tenant.ts";
import { ahead, type Inbound } from "../../inbound.ts";
import { asksOutOfCampaigns } from "../opt-outs/actions.ts";
import * as queries from "./queries.ts";
import * as shipping from "./shipping.ts";

/** An answer belongs to a campaign, and a confirmation is waited for, so many hours. */
export const CONFIRM_HOURS = 72;

/** What a campaign sent to the customer that this message may answer. */
export const campaignAsked = ahead(async (tx, { event, contactId, line, messageId }) => {
  if (event.fromMe || event.sender || messageId === null) return undefined;
  // A sticker says neither yes nor no.
  if (event.content.type === "media" && event.content.media.kind === "sticker") return undefined;
  return await shipping.asked(tx, { contactId, connectionId: line.id, at: new Date(event.at) }, CONFIRM_HOURS);
});
/** Notes the answer; the message goes on through the pipeline. */
export async function hearAnswer(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { messageId } = inbound;
  const asked = await campaignAsked(tx, inbound);
  if (!asked || messageId === null) return "next";
  const out = await asksOutOfCampaigns(tx, inbound);
  if ((asked.status === "confirming" || asked.status === "cancelled") && !out) {
    await shipping.noteConfirmed(tx, asked.id);
  } else await shipping.noteAnswer(tx, asked.id, { messageId, out });
  await queries.noteChanged(tx, asked.campaignId);
  return "next";
}
