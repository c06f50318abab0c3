// What a ticket's row keeps of its last message.
import type { Tx } from "../../../../db/tenant.ts";

/** How long a voice note is, `0:12`; empty where nothing says it. */
function lengthOf(data: unknown): string {
  const seconds = typeof data === "object" && data !== null && "seconds" in data ? Math.round(Number(data.seconds)) : 0;
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
}

/** A line for the ticket list: words, or a sign with a caption or a voice note's length. */
export function summary(kind: string, body: string, data?: unknown): string {
  const words = body.replace(/\s+/g, " ").trim().slice(0, 200);
  const text = words || (kind === "audio" ? lengthOf(data) : "");
  const icons: Record<string, string> = {
    image: "📷",
    video: "🎬",
    audio: "🎤",
    application: "📄",
    locationMessage: "📍",
    contactMessage: "👤",
    call_log: "📞",
    sticker: "🏷️",
    unknown: "❔",
  };
  const icon = icons[kind];
  return icon ? `${icon} ${text}`.trim() : text;
}

/**
 * Moves a ticket's last message and times. A late arrival does not replace what is newer; what the server says by itself ends
 * nobody's wait.
 */
export async function touchTicket(
  tx: Tx,
  ticketId: number,
  m: { messageId: number; text: string; fromMe: boolean; at: Date | null; unread: number; byItself?: boolean },
): Promise<void> {
  const at = m.at ? tx`${m.at}::timestamptz` : tx`now()`;
  const newer = tx`${at} >= coalesce(last_message_at, '-infinity')`;
  await tx`
    update app.tickets set updated_at = now(), unread = unread + ${m.unread},
      last_message = case when ${newer} then ${m.text} else last_message end,
      last_message_id = case when ${newer} then ${m.messageId} else last_message_id end,
      last_from_me = case when ${newer} then ${m.fromMe} else last_from_me end,
      last_ack = case when ${newer} then 0 else last_ack end,
      last_message_at = greatest(last_message_at, ${at}),
      last_inbound_at = case when ${m.fromMe} then last_inbound_at else greatest(last_inbound_at, ${at}) end,
      waiting_since = case when ${
    m.byItself ?? false
  } then waiting_since when ${m.fromMe} or status in ('group', 'closed') then null else coalesce(waiting_since, ${at}) end
    where company_id = ${tx.companyId} and id = ${ticketId}`;
}
