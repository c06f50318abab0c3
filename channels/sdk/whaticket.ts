// What products of the Whaticket family call channels and people, as our channels do: companies come from there.
import { type Identity } from "./mod.ts";
import { phone } from "./phone.ts";

/** The channel of a connection, by what its column says; older products have no such column. */
export function channelThere(written: string): string {
  const channel = written.toLowerCase();
  if (["facebook", "instagram", "webchat"].includes(channel)) return channel;
  return /oficial|official|cloud|api|meta/.test(channel) ? "whatsappapi" : "whatsapp";
}

interface Person {
  /** A telephone number, a group's or an account's id, with or without `@…`. */
  number: string;
  /** WhatsApp's hidden id, where a product keeps it apart. */
  lid: string;
  channel: string;
  isGroup: boolean;
}
const kinds: Record<string, string> = { facebook: "psid", instagram: "igsid" };

/** Who a contact is, or null for somebody nobody can write to. */
export function identityThere({ number, lid, channel, isGroup }: Person): Identity | null {
  const digits = number.split("@")[0]!.replace(/[\s()+.-]/g, "");
  const hidden = lid.split("@")[0]! || (number.endsWith("@lid") ? digits : "");
  if (isGroup) {
    const group = number.split("@")[0]!.trim();
    return /^[\d-]{6,40}$/.test(group) ? { kind: "group", value: group } : null;
  }
  const kind = kinds[channelThere(channel)];
  if (kind && /^\d{5,40}$/.test(digits)) return { kind, value: digits };
  if (/^\d{8,15}$/.test(digits) && digits !== hidden) return phone(digits);
  return /^\d{5,40}$/.test(hidden) ? { kind: "lid", value: hidden } : null;
}
