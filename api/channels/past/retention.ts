import { keep } from "../../core/retention.ts";

/** Old messages that were collected and are no longer wished for: their import has ended, or their connection is gone. */
export const collected = keep(
  "past_messages",
  `exists (select 1 from app.connections c where c.company_id = t.company_id and c.id = t.connection_id
    and (c.past_from is null or c.deleted_at is not null))`,
);
