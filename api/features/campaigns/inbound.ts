// A step of the inbound pipeline: somebody answers a campaign. Their word confirms, opts out, or is an answer to be counted.
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../inbound.ts";
import { asksOutOfCampaigns } from "../opt-outs/actions.ts";
import * as queries from "./queries.ts";
import * as shipping from "./shipping.ts";

/** An answer belongs to a campaign, and a confirmation is waited for, so many hours. */
export const CONFIRM_HOURS = 72;

/** Notes the answer; the message goes on through the pipeline. */
export async function hearAnswer(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event, contactId, line, messageId } = inbound;
  if (event.fromMe || event.sender || messageId === null) return "next";
  // A sticker says neither yes nor no.
  if (event.content.type === "media" && event.content.media.kind === "sticker") return "next";
  const asked = await shipping.asked(tx, { contactId, connectionId: line.id, at: new Date(event.at) }, CONFIRM_HOURS);
  if (!asked) return "next";
  const out = await asksOutOfCampaigns(tx, inbound);
  if ((asked.status === "confirming" || asked.status === "cancelled") && !out) {
    await shipping.noteConfirmed(tx, asked.id);
  } else await shipping.noteAnswer(tx, asked.id, { messageId, out });
  await queries.noteChanged(tx, asked.campaignId);
  return "next";
}
