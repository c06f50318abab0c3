import { keep } from "../../core/retention.ts";

/** Chats whose people are all gone: nobody can read them any more. */
export const deserted = keep(
  "chats",
  "not exists (select 1 from app.chat_members m where m.company_id = t.company_id and m.chat_id = t.id)",
);
