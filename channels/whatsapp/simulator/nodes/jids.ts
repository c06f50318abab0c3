// Addresses of people, devices and groups.
export const SERVER = "@s.whatsapp.net";

export interface Jid {
  user: string;
  device: number;
  server: string;
}
export function parseJid(text: string): Jid {
  const at = text.indexOf("@");
  const [user = "", device = "0"] = text.slice(0, at).split(":");
  return { user, device: Number(device), server: text.slice(at + 1) };
}
/** The phone, device 0, is written without a number. */
function jid(user: string, server: string, device: number): string {
  return device === 0 ? `${user}@${server}` : `${user}:${device}@${server}`;
}
export const pnJid = (pn: string, device = 0): string => jid(pn, "s.whatsapp.net", device);
export const lidJid = (lid: string, device = 0): string => jid(lid, "lid", device);
export const isGroup = (text: string): boolean => text.endsWith("@g.us");
/** By what name people are called: their number or the id that hides it. */
export type Naming = "pn" | "lid";
