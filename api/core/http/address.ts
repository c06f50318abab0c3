// The caller's address. Forwarded headers count only when the peer is a configured proxy.
import { isIP } from "node:net";

/** `peer` is the socket's address; `proxies` are addresses or `prefix*` of proxies whose X-Forwarded-For is believed. */
export function clientAddress(peer: string, forwarded: string | null, proxies: readonly string[]): string {
  const trusted = (address: string) =>
    proxies.some((p) => p.endsWith("*") ? address.startsWith(p.slice(0, -1)) : p === address);
  let address = peer;
  const hops = (forwarded ?? "").split(",").map((hop) => hop.trim()).filter(Boolean);
  while (trusted(address) && hops.length) {
    const next = hops.pop()!;
    if (!isIP(next)) break;
    address = next;
  }
  return address;
}
