// Digests that are kept (of recovery codes) have a key of their own: it lies sealed, so it is the same whatever becomes of SECRET_KEY.
import { createHmac, randomBytes } from "node:crypto";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { readPlatformSecret, writePlatformSecret } from "./platform.ts";
import { oldestSecret } from "./seal.ts";

const NAME = "stored-digests";
let key: Promise<string> | null = null;

/** A keyed digest for one purpose, hex, that can still be compared after SECRET_KEY was changed. */
export async function storedDigest(purpose: string, value: string): Promise<string> {
  key ??= asPlatform(readOrMake);
  key.catch(() => key = null);
  return createHmac("sha256", await key).update(`${purpose}:${value}`).digest("hex");
}

/** Reads the key once per process, before somebody waits for it. */
export async function prepareDigests(): Promise<void> {
  await storedDigest("", "");
}

async function readOrMake(tx: PlatformTx): Promise<string> {
  await tx`select pg_advisory_xact_lock(7266236, 5)`;
  const found = await readPlatformSecret(tx, NAME);
  if (found) return found;
  // Codes of before were digested with SECRET_KEY itself: where there are some, that goes on being the key of digests.
  const [{ some }] = await tx`select exists (select 1 from app.recovery_codes) as some` as unknown as [
    { some: boolean },
  ];
  const made = some ? oldestSecret() : randomBytes(32).toString("hex");
  await writePlatformSecret(tx, NAME, made);
  return made;
}
