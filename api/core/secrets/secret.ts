// The installation's secret: given, or made once and kept beside the data, readable by its owner only.
import { join } from "node:path";

/** SECRET_KEY, or the one in DATA_DIR, or a new one kept there. Throws when the folder cannot be written. */
export async function readSecret(env: { SECRET_KEY?: string; DATA_DIR: string }): Promise<string> {
  if (env.SECRET_KEY) return env.SECRET_KEY;
  const path = join(env.DATA_DIR, "secret");
  const kept = await Deno.readTextFile(path).catch(() => null);
  if (kept) return kept.trim();
  const made = [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");
  await Deno.mkdir(env.DATA_DIR, { recursive: true });
  await Deno.writeTextFile(path, made, { mode: 0o600, createNew: true });
  return made;
}
