// What was done to a message: reactions, and deeds that the provider refused.
import type { Tx } from "../../../../db/tenant.ts";
import { announceMessage, audienceOfTicket, tellTicket } from "./tell.ts";

/** One person, one reaction: a new one replaces the old. */
export async function react(tx: Tx, messageId: number, emoji: string | null, fromMe: boolean): Promise<void> {
  const added = emoji ? JSON.stringify([{ emoji, fromMe }]) : "[]";
  await tx`
    update app.messages set reactions = coalesce((select jsonb_agg(r) from jsonb_array_elements(reactions) r where (r ->> 'fromMe')::boolean <> ${fromMe}), '[]') || ${added}::text::jsonb,
      data = case when ${fromMe} then data - 'refused' else data end
    where company_id = ${tx.companyId} and id = ${messageId}`;
}

/**
 * An edit, deletion or reaction never reached the customer: the conversation says so, and a deletion whose text is still there
 * is none. What nobody of the office did (reading, a profile) is nobody's loss.
 */
export async function deedRefused(
  tx: Tx,
  messageId: number,
  { deed, code }: { deed: "edit" | "remove" | "react"; code: string },
): Promise<void> {
  if (deed === "react") await react(tx, messageId, null, true);
  const [row] = await tx<{ ticketId: number }[]>`
    update app.messages set data = coalesce(data, '{}') || ${JSON.stringify({ refused: { deed, code } })}::text::jsonb,
      is_deleted = is_deleted and (${deed !== "remove"} or (kind = 'chat' and body = ''))
    where company_id = ${tx.companyId} and id = ${messageId} returning ticket_id as "ticketId"`;
  if (!row) return;
  await announceMessage(tx, messageId, await audienceOfTicket(tx, row.ticketId), "update");
  await tellTicket(tx, row.ticketId);
}
