import { keep } from "../../core/retention.ts";

/** Bodies as they came; what could not be carried out stays to be looked at. */
export const raw = keep("inbound_raw", "t.received_at < now() - interval '7 days' and t.processed_at is not null");
export const payloads = keep("message_payloads", "t.created_at < now() - interval '14 days'");
