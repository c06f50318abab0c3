// Secrets of the platform, which belong to no company: in a table of their own, each sealed and bound to its name.
import type { PlatformTx } from "../../../db/tenant.ts";
import { seal, unseal } from "./seal.ts";

/** The secret of this name; undefined when there is none, null when it was sealed with another SECRET_KEY. */
export async function readPlatformSecret(tx: PlatformTx, name: string): Promise<string | null | undefined> {
  const [row] = await tx<{ sealed: Uint8Array }[]>`select sealed from app.platform_secrets where name = ${name}`;
  if (!row) return undefined;
  try {
    return new TextDecoder().decode(unseal(row.sealed, name));
  } catch {
    return null;
  }
}

/** Keeps a secret in place of the one there was. */
export async function writePlatformSecret(tx: PlatformTx, name: string, value: string): Promise<void> {
  const sealed = seal(new TextEncoder().encode(value), name);
  await tx`
    insert into app.platform_secrets (name, sealed) values (${name}, ${sealed})
    on conflict (name) do update set sealed = excluded.sealed, changed_at = now()`;
}
