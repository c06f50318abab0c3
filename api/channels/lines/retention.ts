import { keep } from "../../core/retention.ts";

export const requests = keep("channel_requests", "t.answer_by < now() - interval '1 hour'");
export const secretsBefore = keep("connection_secrets_kept", "t.kept_at < now() - interval '30 days'");
/** The keys of a deleted connection: its device is unlinked first. */
export const secrets = keep(
  "connection_secrets",
  `exists (select 1 from app.connections c where c.company_id = t.company_id and c.id = t.connection_id
    and c.deleted_at < now() - interval '1 hour')`,
);
export const gaps = keep("connection_gaps", "t.to_at < now() - interval '1 year'");
