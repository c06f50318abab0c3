import { keep } from "../../core/retention.ts";

/** Those of a person who was deleted, that nobody else may use or read. */
export const ownerless = keep("quick_messages", "t.user_id is null and not t.for_all and not t.readable");
