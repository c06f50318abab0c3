// The key pair by which push services know this installation (VAPID, RFC 8292): made once, the private half sealed, the same for
// all processes.
import { createECDH } from "node:crypto";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { readPlatformSecret, writePlatformSecret } from "./platform.ts";

export interface VapidKeys {
  /** The uncompressed point, base64url: browsers subscribe with it. */
  publicKey: string;
  /** base64url. */
  privateKey: string;
}
const NAME = "vapid";
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
  const privateKey = await readPlatformSecret(tx, NAME);
  if (privateKey) return { publicKey: publicKeyOf(privateKey), privateKey };
  const made = await makePair();
  await writePlatformSecret(tx, NAME, made.privateKey);
  // A pair that cannot be opened any more (another SECRET_KEY) took its subscriptions with it: apps subscribe anew.
  if (privateKey === null) await tx`delete from app.devices`;
  return made;
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  return pair.getPublicKey("base64url");
}

async function makePair(): Promise<VapidKeys> {
  const { default: webPush } = await import("web-push");
  return webPush.generateVAPIDKeys();
}
