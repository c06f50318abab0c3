// WhatsApp's addresses: `<user>[_agent][:device]@<server>`. A person has a number and a hidden id; devices are no persons.
export interface Address {
  kind: "lid" | "phone" | "group" | "other";
  /** Digits of a number or hidden id; a group's id. */
  user: string;
}
const SERVERS: Record<string, Address["kind"]> = {
  "lid": "lid",
  "hosted.lid": "lid",
  "s.whatsapp.net": "phone",
  "c.us": "phone",
  "hosted": "phone",
  "g.us": "group",
};
/** Numbers WhatsApp itself writes from: service notices, no customers. */
const SERVICE = new Set(["0", "16505361212"]);

/** Reads an address; `other` for stories, channels, broadcast lists, robots and what nobody can read. */
export function addressOf(jid: string | null | undefined): Address {
  const [whole = "", server = ""] = typeof jid === "string" ? jid.split("@") : [];
  const user = whole.split(":")[0]!.split("_")[0]!;
  const kind = SERVERS[server] ?? "other";
  if (kind === "group") return /^\d+(-\d+)?$/.test(user) ? { kind, user } : { kind: "other", user };
  if (kind === "other" || !/^\d{1,20}$/.test(user) || (kind === "phone" && SERVICE.has(user))) {
    return { kind: "other", user };
  }
  return { kind, user };
}
/** Whether both are the same person's, by number or by hidden id; an address that cannot be read is nobody's. */
export function sameUser(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [addressOf(one), addressOf(other)];
  return a.kind !== "other" && a.kind === b.kind && a.user === b.user;
}
export const lidJid = (user: string): string => `${user}@lid`;
export const pnJid = (user: string): string => `${user}@s.whatsapp.net`;
