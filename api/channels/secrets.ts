// Encrypted storage of one session. A write carries the lease's fence and is refused when another process has taken over.
import type { Secrets } from "../../channels/sdk/mod.ts";
import { asPlatform, platform } from "../../db/tenant.ts";
import { seal, unseal } from "../core/seal.ts";

export function leaseSecrets(companyId: number, connectionId: number, processId: string, fence: number): Secrets {
  const bound = (name: string) => `secret:${companyId}:${connectionId}:${name}`;
  return {
    async get(names) {
      const rows = await platform()<{ name: string; sealed: Uint8Array }[]>`
        select name, sealed from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId} and name = any (${names as string[]})`;
      return Object.fromEntries(rows.map((row) => [row.name, unseal(row.sealed, bound(row.name))]));
    },
    async set(values) {
      await asPlatform(async (tx) => {
        const [mine] = await tx`
          select 1 from app.leases where company_id = ${companyId} and connection_id = ${connectionId} and process_id = ${processId} and fence = ${fence} and expires_at > now() for share`;
        if (!mine) throw new Error("The connection belongs to another process.");
        for (const [name, value] of Object.entries(values)) {
          if (value === null) {
            await tx`delete from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId} and name = ${name}`;
          } else {
            await tx`
              insert into app.connection_secrets (company_id, connection_id, name, sealed) values (${companyId}, ${connectionId}, ${name}, ${
              seal(value, bound(name))
            })
              on conflict (company_id, connection_id, name) do update set sealed = excluded.sealed`;
          }
        }
      });
    },
  };
}
