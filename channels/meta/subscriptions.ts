// Keeps our app subscribed to pages and WhatsApp business accounts. Meta drops the subscription after an hour of failing
// deliveries and tells nobody, so the check repeats every hour.
import { z } from "zod";
import type { Graph } from "./graph.ts";
import { Id, odd } from "./tolerant.ts";

/** The webhook fields of a page. Not `response_feedback`: it adds thumbs to every message. */
const PAGE_FIELDS = [
  "messages",
  "messaging_postbacks",
  "message_deliveries",
  "message_reads",
  "message_echoes",
  "message_reactions",
  "message_edits",
  "messaging_referrals",
  "messaging_handovers",
  "standby",
  "messaging_policy_enforcement",
].join(",");

const Apps = z.object({
  data: z.array(z.object({ id: odd(Id), whatsapp_business_api_data: odd(z.object({ id: odd(Id) })) })),
});
const Done = z.object({ success: z.literal(true) });

async function subscribe(
  graph: Graph,
  path: string,
  env: Readonly<Record<string, string>>,
  query?: Record<string, string>,
) {
  const { data } = await graph.call(Apps, { path });
  const ours = env.META_APP_ID;
  // Without our app's id any subscription is taken for ours.
  const there = data.some((app) => !ours || app.id === ours || app.whatsapp_business_api_data?.id === ours);
  if (!there) await graph.call(Done, { method: "POST", path, query });
}

/** Subscribes our app to a page unless it is subscribed. Throws ChannelError, so the call also shows whether the page's token works. */
export async function subscribePage(
  graph: Graph,
  pageId: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await subscribe(graph, `${pageId}/subscribed_apps`, env, { subscribed_fields: PAGE_FIELDS });
}

/** Subscribes our app to a WhatsApp business account unless it is subscribed. Throws ChannelError. */
export async function subscribeBusiness(
  graph: Graph,
  wabaId: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await subscribe(graph, `${wabaId}/subscribed_apps`, env);
}
