// Reads the person of a WhatsApp event: business-scoped user id first, phone second; either may be missing.
import { z } from "zod";
import type { Identity, Peer } from "../sdk/mod.ts";
import { phone } from "../sdk/phone.ts";
import { List, odd } from "../meta/tolerant.ts";

const Contact = z.object({
  wa_id: odd(z.string().min(1)),
  user_id: odd(z.string().min(1)),
  profile: odd(z.object({ name: odd(z.string().min(1)), username: odd(z.string().min(1)) })),
});
export type Contact = z.infer<typeof Contact>;

/** The contacts of a webhook's value; unreadable ones are left out. */
export function contactsOf(raw: unknown): Contact[] {
  return List.parse(raw).flatMap((contact) => Contact.safeParse(contact).data ?? []);
}

/** The person of an event, with name and profile from the webhook's contacts. Throws when the event names nobody. */
export function peerOf(waId: string | undefined, userId: string | undefined, contacts: readonly Contact[]): Peer {
  const contact = contacts.find((one) => (waId && one.wa_id === waId) || (userId && one.user_id === userId));
  const bsuid = userId ?? contact?.user_id;
  const number = waId ?? contact?.wa_id;
  const identities: Identity[] = [];
  if (bsuid) identities.push({ kind: "bsuid", value: bsuid });
  if (number && /\d/.test(number)) identities.push(phone(number));
  if (identities.length === 0) throw new Error("from: missing");
  const { name, username } = contact?.profile ?? {};
  return { identities, ...(name ? { name } : {}), ...(username ? { username } : {}) };
}
