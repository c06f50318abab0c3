// Identifies a visitor by a random id in a token that only this connection can sign. The page keeps the token in its own storage
// and sends it as a bearer, because inside another company's site a cookie would be a third party's.
import { z } from "zod";
import type { PageHost, Peer } from "../sdk/mod.ts";
import { refuse } from "./answers.ts";
import { storable } from "./body.ts";

const SIGNING = "visitors";
/** A page that is opened renews its token; one that is not opened for a year starts anew. */
const MAX_AGE_MS = 365 * 24 * 3_600_000;
const TOKEN = /^Bearer (v1\.[A-Za-z0-9_-]{1,800})\.([A-Za-z0-9_-]{43})$/;
const base64url = { alphabet: "base64url", omitPadding: true } as const;

/** The schema of a visitor's name. */
export const VisitorName = z.string().trim().max(80).refine(storable);
const Said = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), name: VisitorName.optional(), at: z.number() });
export interface Visitor {
  id: string;
  name?: string;
}

/** Makes the id of a new visitor: 128 random bits. */
export function newVisitorId(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}
/** The visitor as the product knows people. */
export function peerOf({ id, name }: Visitor): Peer {
  return { identities: [{ kind: "visitor", value: id }], ...(name ? { name } : {}) };
}

const keys = new WeakMap<PageHost, Promise<CryptoKey>>();
function signingKey(host: PageHost): Promise<CryptoKey> {
  const known = keys.get(host);
  if (known) return known;
  const key = readKey(host).catch((error) => {
    keys.delete(host);
    throw error;
  });
  keys.set(host, key);
  return key;
}
async function readKey({ secrets }: PageHost): Promise<CryptoKey> {
  let { [SIGNING]: bytes } = await secrets.get([SIGNING]);
  if (!bytes) {
    await secrets.set({ [SIGNING]: crypto.getRandomValues(new Uint8Array(32)) });
    // Read again: another process may have been first.
    bytes = (await secrets.get([SIGNING]))[SIGNING];
  }
  if (!bytes) throw new Error("The key for visitors' tokens was not kept.");
  return await crypto.subtle.importKey("raw", new Uint8Array(bytes), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}

/** A token for this visitor, good on this connection only. */
export async function issueToken(host: PageHost, visitor: Visitor): Promise<string> {
  const said = new TextEncoder().encode(JSON.stringify({ ...visitor, at: host.clock.now() }));
  const body = `v1.${said.toBase64(base64url)}`;
  const signature = await crypto.subtle.sign("HMAC", await signingKey(host), new TextEncoder().encode(body));
  return `${body}.${new Uint8Array(signature).toBase64(base64url)}`;
}

/** The visitor who asks. Refuses tokens that are forged, another connection's or too old. */
export async function readVisitor(request: Request, host: PageHost): Promise<Visitor> {
  const [, body, signature] = TOKEN.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!body || !signature) return refuse("ERR_INVALID_TOKEN");
  try {
    const signed = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
    const good = await crypto.subtle.verify("HMAC", await signingKey(host), signed, new TextEncoder().encode(body));
    if (!good) return refuse("ERR_INVALID_TOKEN");
    const text = new TextDecoder().decode(Uint8Array.fromBase64(body.slice(3), { alphabet: "base64url" }));
    const { id, name, at } = Said.parse(JSON.parse(text));
    if (host.clock.now() - at > MAX_AGE_MS) return refuse("ERR_INVALID_TOKEN");
    return { id, name };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return refuse("ERR_INVALID_TOKEN");
    throw error;
  }
}
