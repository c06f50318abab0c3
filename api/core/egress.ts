// Outgoing requests to addresses that come from outside (files of providers). Private addresses are refused unless the
// operator's configuration names them (architecture §7).
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

const blocked = new BlockList();
for (
  const [net, bits] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ] as const
) blocked.addSubnet(net, bits, "ipv4");
for (
  const [net, bits] of [["::", 127], ["fc00::", 7], ["fe80::", 10], ["ff00::", 8], ["64:ff9b::", 96], [
    "2001:db8::",
    32,
  ]] as const
) blocked.addSubnet(net, bits, "ipv6");

/** Whether an address belongs to a private, loopback or otherwise inner network. */
export function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInner(mapped);
  const family = isIP(address);
  if (!family) return true;
  return blocked.check(address, family === 4 ? "ipv4" : "ipv6");
}

export interface EgressRules {
  /** Origins that configuration names: they may be private (architecture §8). */
  origins: readonly string[];
  /** Hosts or addresses that EGRESS_ALLOW names. */
  allow: readonly string[];
}

const MAX_REDIRECTS = 3;

/** A `fetch` that refuses inner addresses at every hop and follows at most three redirects, without credentials. */
export function guardedFetch(rules: EgressRules): typeof fetch {
  const admit = async (url: URL) => {
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new TypeError("refused: only http and https");
    if (rules.origins.includes(url.origin) || rules.allow.includes(url.hostname) || rules.allow.includes(url.host)) {
      return;
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((found) => found.address);
    if (!addresses.length || addresses.some(isInner)) throw new TypeError("refused: an inner address");
  };
  return async (input, init) => {
    let request = new Request(input, init);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      await admit(new URL(request.url));
      const response = await fetch(request, { redirect: "manual", signal: request.signal });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || !location) return response;
      await response.body?.cancel();
      const next = new URL(location, request.url);
      const headers = new Headers(request.headers);
      if (next.origin !== new URL(request.url).origin) headers.delete("authorization");
      request = new Request(next, { method: "GET", headers, signal: request.signal });
    }
    throw new TypeError("refused: too many redirects");
  };
}
