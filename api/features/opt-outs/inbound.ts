// A step of the inbound pipeline: who answers a campaign with one of the words gets nothing automated from then on.
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../inbound.ts";
import { asksOutOfCampaigns, optOut, wordsOf } from "./actions.ts";
import * as queries from "./queries.ts";

/** Nothing rings and the bot stays silent: the customer has said all they want to. */
export async function heedOptOut(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  if (!await asksOutOfCampaigns(tx, inbound)) return "next";
  const who = await queries.contactOf(tx, { contactId: inbound.contactId });
  if (who) await optOut(tx, who, { why: "word", said: wordsOf(inbound.event.content), userId: null });
  return "stop";
}
