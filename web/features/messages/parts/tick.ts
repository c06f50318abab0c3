// What the sign at the end of our own message means (docs/product/messages.md#state).
export type Tick = "clock" | "sent" | "delivered" | "read" | "played" | "failed" | "uncertain";

/** The sign of a message; null for notes and what the customer wrote. Acks win over a failure from 2 on. */
export function tickOf(
  message: { fromMe: boolean; isPrivate: boolean; ack: number; status: string; mediaType: string },
): Tick | null {
  if (!message.fromMe || message.isPrivate) return null;
  const { ack, status, mediaType } = message;
  if (ack < 2 && (status === "failed" || status === "uncertain")) return status;
  if (ack >= 3) return mediaType === "audio" && ack >= 4 ? "played" : "read";
  if (ack === 2) return "delivered";
  return ack === 1 ? "sent" : "clock";
}
