// What a start says aloud though it goes on.
import { isIP } from "node:net";

/** One line each: a name that others reach and no certificate, so what is sent can be read on the way. */
export function warningsOf({ PUBLIC_URL }: { PUBLIC_URL: string }): string[] {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const near = hostname === "localhost" || hostname.endsWith(".localhost") || isLoopback(hostname);
  if (protocol === "https:" || near) return [];
  return [
    `Warning: ${PUBLIC_URL} is not HTTPS, so passwords and messages can be read on the way. docs/operations.md#https says how.`,
  ];
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  return isIP(address) === 4 ? address.startsWith("127.") : address === "::1";
}
