// What a start says aloud though it goes on.
import { isIP } from "node:net";

/**
 * One line each: a name that others reach and no certificate, or a database over a network whose certificate nobody checks, so that
 * what is sent can be read on the way; a login with more rights than it needs.
 */
export function warningsOf(
  { PUBLIC_URL, DATABASE_URL }: { PUBLIC_URL: string; DATABASE_URL?: string },
  ownerIsSuperuser: boolean,
): string[] {
  const lines: string[] = [];
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const near = hostname === "localhost" || hostname.endsWith(".localhost") || isLoopback(hostname);
  if (protocol !== "https:" && !near) {
    lines.push(
      `Warning: ${PUBLIC_URL} is not HTTPS, so passwords and messages can be read on the way. docs/operations.md#https says how.`,
    );
  }
  if (DATABASE_URL && isUnchecked(DATABASE_URL)) {
    lines.push(
      "Warning: nobody checks whether the database of DATABASE_URL is the right one: sslmode=verify-full does. docs/operations.md#a-postgresql-of-your-own says how.",
    );
  }
  if (ownerIsSuperuser) {
    lines.push(
      "Warning: the login of DATABASE_URL is a superuser of its PostgreSQL. docs/operations.md#a-postgresql-of-your-own says what is enough.",
    );
  }
  return lines;
}

/** A name without a dot is in a network of the machine's own, as containers have it; a socket has no network. */
function isUnchecked(database: string): boolean {
  const url = URL.parse(database);
  const host = url?.hostname ?? "";
  const near = !(host.includes(".") || host.includes(":")) || isLoopback(host);
  return !near && url?.searchParams.get("sslmode") !== "verify-full";
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  return isIP(address) === 4 ? address.startsWith("127.") : address === "::1";
}
