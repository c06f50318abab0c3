import { timed } from "../../core/timed.ts";
import { tickCampaigns } from "./tick.ts";

/** Who confirms gets the message within ten seconds. */
export const campaigns = timed("campaigns", 2_000, ({ channels }) => tickCampaigns(channels));
