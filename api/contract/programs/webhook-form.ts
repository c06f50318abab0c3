// What is checked of a webhook (docs/product/webhooks.md). Apart from the contract, so that lists load none of it.
import { z } from "zod";
import { text } from "../endpoint.ts";
import { happeningTypes } from "./happenings.ts";

const isWeb = (given: string) => {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
};
export const WebhookForm = z.object({
  name: text(50).trim().min(2, "too_short"),
  url: text(2000).trim().min(1, "required").refine(isWeb, "invalid"),
  events: z.array(z.enum(happeningTypes)).min(1, "required").max(happeningTypes.length)
    .transform((given) => happeningTypes.filter((type) => given.includes(type))),
});
