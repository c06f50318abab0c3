import { keep } from "../retention.ts";

export const idempotencyKeys = keep("idempotency_keys", "t.created_at < now() - interval '30 days'");
export const audit = keep("audit", "t.at < now() - interval '1 year'");
