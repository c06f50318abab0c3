// Encrypted storage of one session. A write carries the lease's fence and is refused when another process has taken over.
import { ChannelError, type Secrets } from "../../../channels/sdk/mod.ts";
import { asPlatform, platform, type PlatformTx } from "../../../db/tenant.ts";
import { seal, unseal } from "../../core/secrets/seal.ts";

/** A device that is new brings 812 keys at once; a statement may have 65,535 values. */
const ROWS = 5_000;

export function leaseSecrets(companyId: number, connectionId: number, processId: string, fence: number): Secrets {
  const mustOwn = async (tx: PlatformTx) => {
    const [mine] = await tx`
      select 1 from app.leases where company_id = ${companyId} and connection_id = ${connectionId} and process_id = ${processId} and fence = ${fence} and expires_at > now() for share`;
    if (!mine) {
      throw new ChannelError("not-connected", {
        reason: "ERR_WAPP_NOT_INITIALIZED",
        detail: "the connection belongs to another process",
      });
    }
  };
  const bound = (name: string) => `secret:${companyId}:${connectionId}:${name}`;
  return {
    async get(names) {
      const rows = await platform()<{ name: string; sealed: Uint8Array }[]>`
        select name, sealed from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId} and name = any (${names as string[]})`;
      return Object.fromEntries(rows.map((row) => [row.name, unseal(row.sealed, bound(row.name))]));
    },
    async set(values) {
      await asPlatform(async (tx) => {
        await mustOwn(tx);
        const gone = Object.keys(values).filter((name) => values[name] === null);
        if (gone.length) {
          await tx`delete from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId} and name = any (${gone})`;
        }
        // In order of their names: no deadlock with a late writer of the same session.
        const kept = Object.entries(values).sort(([one], [other]) => one < other ? -1 : 1).flatMap(([name, value]) =>
          value === null
            ? []
            : [{ company_id: companyId, connection_id: connectionId, name, sealed: seal(value, bound(name)) }]
        );
        for (let from = 0; from < kept.length; from += ROWS) {
          await tx`
            insert into app.connection_secrets ${
            tx(kept.slice(from, from + ROWS), "company_id", "connection_id", "name", "sealed")
          }
            on conflict (company_id, connection_id, name) do update set sealed = excluded.sealed`;
        }
      });
    },
    async setAside(why) {
      await asPlatform(async (tx) => {
        await mustOwn(tx);
        await tx`
          with gone as (delete from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId} returning name, sealed)
          insert into app.connection_secrets_kept (company_id, connection_id, why, name, sealed) select ${companyId}, ${connectionId}, ${why}, name, sealed from gone`;
      });
    },
  };
}

/** Of a connection that was deleted: its device is unlinked, and nobody opens these keys again. Kept copies go too. */
export async function forgetSecrets(companyId: number, connectionId: number): Promise<void> {
  await asPlatform(async (tx) => {
    await tx`delete from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId}`;
    await tx`delete from app.connection_secrets_kept where company_id = ${companyId} and connection_id = ${connectionId}`;
  });
}
