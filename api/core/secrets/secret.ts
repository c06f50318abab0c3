// The installation's secret: given, or made once and kept beside the data, readable by its owner only.
import { join } from "node:path";

export interface Secrets {
  secret: string;
  /** The one before, while what it sealed is sealed anew. */
  previous?: string;
}

/** What a secret must be, for the sentence that refuses another. */
export const WHAT_IT_MUST_BE =
  "it must be 32 random bytes as 64 hex digits or as base64, as `openssl rand -hex 32` makes them. A shorter one that is in use goes into SECRET_KEY_PREVIOUS, beside a new one here";

/** Whether a text is 32 bytes as hex digits or base64 (either alphabet, with its filling or without). */
export function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text) || /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
}

/**
 * SECRET_KEY, or the one in DATA_DIR, or a new one kept there; with the one before. Throws when the folder cannot be written, or holds
 * something else.
 */
export async function readSecret(
  env: { SECRET_KEY?: string; SECRET_KEY_PREVIOUS?: string; DATA_DIR: string },
): Promise<Secrets> {
  return { secret: env.SECRET_KEY ?? await kept(env.DATA_DIR), previous: env.SECRET_KEY_PREVIOUS };
}

async function kept(folder: string): Promise<string> {
  const path = join(folder, "secret");
  const found = (await Deno.readTextFile(path).catch(() => ""))?.trim();
  if (found && !isKey(found)) {
    throw new Error(`The environment variable SECRET_KEY is not set, and ${path} is not usable: ${WHAT_IT_MUST_BE}.`);
  }
  if (found) return found;
  const made = crypto.getRandomValues(new Uint8Array(32)).toHex();
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(path, made, { mode: 0o600, createNew: true });
  return made;
}
