import { keep } from "../../core/retention.ts";

/** What was delivered or given up; what waits is kept longer, and nobody resumes a webhook after a month. */
export const deliveries = keep(
  "webhook_deliveries",
  "t.created_at < now() - interval '30 days' or t.status <> 'waiting' and t.created_at < now() - interval '7 days'",
);
