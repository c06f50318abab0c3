// What Chatwoot calls channels and people, as our channels do: a company may come from there.

const channels = new Map([
  ["Whatsapp", "whatsappapi"],
  ["FacebookPage", "facebook"],
  ["Instagram", "instagram"],
  ["WebWidget", "webchat"],
  // Nearly always a gateway to a linked phone.
  ["Api", "whatsapp"],
]);
/** The channel of an inbox, or null for one that we have none for; its conversations are kept as history. */
export function channelOfInbox(type: string, medium: string): string | null {
  const kind = type.replace(/^Channel::/, "");
  if (kind === "TwilioSms") return medium === "whatsapp" ? "whatsappapi" : null;
  return channels.get(kind) ?? null;
}

interface Person {
  phone: string;
  /** What another program calls the contact; gateways write WhatsApp's own ids here. */
  identifier: string;
  /** What the channels of their inboxes call them. */
  inboxes: readonly { type: string; sourceId: string }[];
}
/** How to write to a contact, in the terms of `whaticket.ts`; an empty number where Chatwoot knows none. */
export function personOfContact({ phone, identifier, inboxes }: Person) {
  if (identifier.endsWith("@g.us")) return { number: identifier, channel: "", isGroup: true };
  if (phone) return { number: phone, channel: "", isGroup: false };
  if (/@(s\.whatsapp\.net|lid)$/.test(identifier)) return { number: identifier, channel: "", isGroup: false };
  for (const { type, sourceId } of inboxes) {
    const channel = channelOfInbox(type, "");
    if (channel === "facebook" || channel === "instagram") return { number: sourceId, channel, isGroup: false };
  }
  return { number: "", channel: "", isGroup: false };
}
