// Outgoing requests to addresses that come from outside (files of providers, push services). Private addresses are refused unless the
// operator's configuration names them.
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { type ClientCertificate, fetchOnce, type Pinned } from "./once.ts";

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
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 3],
  ] as const
) blocked.addSubnet(net, bits, "ipv4");
/** Of IPv6 only what has been given out for the open internet may be reached: what comes to be something else is no door. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
// Of these, not: tunnels and ways of writing an IPv4 address, whose end cannot be seen from here; documentation, tests, segments.
for (
  const [net, bits] of [
    ["2001::", 23],
    ["2001:db8::", 32],
    ["2002::", 16],
    ["3ffe::", 16],
    ["3fff::", 20],
  ] as const
) blocked.addSubnet(net, bits, "ipv6");

/** Whether an address belongs to a private, loopback or otherwise inner network. */
export function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInner(mapped);
  const family = isIP(address);
  if (!family) return true;
  if (family === 4) return blocked.check(address, "ipv4");
  return !globalUnicast.check(address, "ipv6") || blocked.check(address, "ipv6");
}

export interface EgressRules {
  /** Origins that configuration names: they may be private. */
  origins: readonly string[];
  /** Hosts or addresses that EGRESS_ALLOW names. */
  allow: readonly string[];
  /** Only the web's own ports, at every hop: addresses that anybody may write knock at no other door. */
  webPorts?: true;
  /** Shown to servers that ask who calls. */
  certificate?: ClientCertificate;
}

/** An address that only the inside may reach. */
export class InnerAddress extends TypeError {
  constructor() {
    super("refused: an inner address");
  }
}

const MAX_REDIRECTS = 3;
/** Only these may go through the runtime's `fetch`, which sends again by itself when a connection breaks. */
const REPEATABLE = ["GET", "HEAD"];

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
const bySystem: Resolve = (host) => lookup(host, { all: true });
const named = ({ origins, allow }: EgressRules, url: URL) =>
  origins.includes(url.origin) || allow.includes(url.hostname) || allow.includes(url.host);

/** The addresses behind a name, all of them outside; a name is asked once for each hop, and its answer is what is connected to. */
async function outside(url: URL, rules: EgressRules, resolve: Resolve): Promise<Pinned[]> {
  if (rules.webPorts && url.port) throw new InnerAddress();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolve(host);
  if (!found.length || found.some(({ address }) => isInner(address))) throw new InnerAddress();
  return found as Pinned[];
}

/**
 * A `fetch` that refuses inner addresses at every hop and follows at most three redirects, without credentials; none with
 * `redirect: "manual"`. A request that may change something on the other side is sent once, over a connection of its own.
 */
export function guardedFetch(rules: EgressRules, resolve: Resolve = bySystem): typeof fetch {
  const ask = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new TypeError("refused: only http and https");
    const { certificate } = rules;
    if (!named(rules, url)) return await fetchOnce(request, await outside(url, rules, resolve), certificate);
    if (certificate) return await fetchOnce(request, undefined, certificate);
    if (REPEATABLE.includes(request.method)) {
      return await fetch(request, { redirect: "manual", signal: request.signal });
    }
    return await fetchOnce(request);
  };
  return async (input, init) => {
    let request = new Request(input, init);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await ask(request);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || !location || request.redirect === "manual") return response;
      await response.body?.cancel();
      const next = new URL(location, request.url);
      const headers = new Headers(request.headers);
      if (next.origin !== new URL(request.url).origin) headers.delete("authorization");
      request = new Request(next, { method: "GET", headers, signal: request.signal });
    }
    throw new TypeError("refused: too many redirects");
  };
}
