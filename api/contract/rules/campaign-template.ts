// The approved text that a campaign sends where the reply window is closed.
import { z } from "zod";
import { text } from "../endpoint.ts";

/** An approved text of the connections, by name, with what stands in its places (`body.1`); variables are filled in for each person. */
export const CampaignTemplate = z.object({
  name: text(512).min(1, "required"),
  language: text(20).min(1, "required"),
  values: z.record(z.string().max(60), text(1024)).optional().default({}),
});
export type CampaignTemplate = z.output<typeof CampaignTemplate>;
/** In place of a variant's number: it was the approved text. */
export const TEMPLATE_VARIANT = 0;
