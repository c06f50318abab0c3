import { keep } from "../../core/retention.ts";

export const paymentEvents = keep("payment_events", "t.received_at < now() - interval '90 days'");
