// The key pair by which push services know this installation (VAPID, RFC 8292): made once, the private half sealed, the same for
// all processes.
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { seal, unseal } from "./seal.ts";

export interface VapidKeys {
  /** The uncompressed point, base64url: browsers subscribe with it. */
  publicKey: string;
  /** base64url. */
  privateKey: string;
}
const KEY = "vapid";
let keys: Promise<VapidKeys> | null = null;

/** This installation's keys; made when there are none. Read once per process. */
export function vapidKeys(): Promise<VapidKeys> {
  keys ??= asPlatform(readOrMake);
  keys.catch(() => keys = null);
  return keys;
}

/** Two processes that start at once make one pair. Reads anew at each call; `vapidKeys` remembers. */
export async function readOrMake(tx: PlatformTx): Promise<VapidKeys> {
  await tx`select pg_advisory_xact_lock(7266236, 3)`;
  const [row] = await tx<{ value: string }[]>`select value from app.platform where key = ${KEY}`;
  const kept = row ? open(row.value) : null;
  if (kept) return kept;
  const made = await make();
  const sealed = Buffer.from(seal(new TextEncoder().encode(made.privateKey), KEY)).toString("base64");
  const value = JSON.stringify({ publicKey: made.publicKey, sealed });
  await tx`insert into app.platform (key, value) values (${KEY}, ${value}) on conflict (key) do update set value = excluded.value`;
  // A pair that cannot be opened any more (another SECRET_KEY) took its subscriptions with it: apps subscribe anew.
  if (row) await tx`delete from app.devices`;
  return made;
}

function open(value: string): VapidKeys | null {
  try {
    const { publicKey, sealed } = JSON.parse(value) as { publicKey: string; sealed: string };
    return { publicKey, privateKey: new TextDecoder().decode(unseal(Buffer.from(sealed, "base64"), KEY)) };
  } catch {
    return null;
  }
}

async function make(): Promise<VapidKeys> {
  const { default: webPush } = await import("web-push");
  return webPush.generateVAPIDKeys();
}
