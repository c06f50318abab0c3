// What the host gives the plugin of one open connection.
import type { Governor, Host, Surroundings } from "../../channels/sdk/mod.ts";
import { withTenant } from "../../db/tenant.ts";
import { type ConnectionRow, writeStatus } from "./lines/connections.ts";
import { forgetOwners } from "../features/connections/accounts.ts";
import { alive, anotherNumber, closeGap } from "./lines/gaps.ts";
import type { Passes } from "../core/live/passing.ts";
import { receive } from "./inbound/inbound.ts";
import { tellTyping } from "./inbound/typing.ts";
import type { Lease } from "./lines/leases.ts";
import { resume } from "./outbound/outbound.ts";
import { collectPast, wishOf } from "./past/past.ts";
import { hear, restartPace } from "../features/pace/turns.ts";
import { keepOwnPayload, readPayload } from "../features/messages/payloads.ts";
import { leaseSecrets } from "./lines/secrets.ts";

/** Builds it; what the company wishes is read here, once: a change of settings opens the session anew. */
export async function sessionHost(
  row: ConnectionRow,
  lease: Lease,
  processId: string,
  around: Surroundings,
  { signal, held, wake, passes, governor }: {
    signal: AbortSignal;
    held: () => boolean;
    wake: () => Promise<void>;
    passes: Passes;
    governor?: Governor;
  },
): Promise<Host> {
  const { companyId, id } = row;
  const { fence } = lease;
  const mustHold = () => {
    if (!held()) throw new Error("The connection belongs to another process.");
  };
  const secrets = leaseSecrets(companyId, id, processId, fence);
  return {
    ...around,
    signal,
    groups: row.allowGroups,
    // A person who asks makes it OPENING first.
    asked: row.status !== "DISCONNECTED",
    past: await wishOf(companyId, id),
    secrets: {
      get: secrets.get,
      set: async (values) => (mustHold(), await secrets.set(values)),
      setAside: async (why) => (mustHold(), await secrets.setAside(why)),
    },
    receive: async (event) => {
      if (event.kind === "typing") return await tellTyping(passes, { companyId, connectionId: id }, event);
      await receive(companyId, id, event);
      if (governor) await hear({ companyId, connectionId: id }, governor, event);
    },
    // What a line says that this process has given up is no longer the truth about the connection.
    status: async (status, detail = {}) => {
      if (!held()) return;
      await writeStatus(companyId, id, status, { ...detail, fence });
      if (status !== "CONNECTED") return;
      await resume(companyId, id);
      await wake();
    },
    alive: async () => {
      if (held()) await alive(companyId, id, fence);
    },
    caughtUp: async (outcome) => {
      if (held()) await closeGap(companyId, id, outcome, fence);
    },
    account: (account, number) => claim(row, account, number),
    bringPast: (part) => collectPast(companyId, id, part),
    keepPayload: async ({ identities }, externalId, payload) => {
      mustHold();
      const place = { connectionId: id, identities, externalId };
      await withTenant({ companyId }, (tx) => keepOwnPayload(tx, place, payload));
    },
    payload: ({ identities }, externalId) => readPayload(companyId, { connectionId: id, identities, externalId }),
  };
}

/** One account, one connection, on the whole platform. */
async function claim(row: ConnectionRow, account: string, number?: string): Promise<boolean> {
  return await withTenant({ companyId: row.companyId }, async (tx) => {
    const [free] = await tx<{ ok: boolean }[]>`
      select not exists (select 1 from app.account_holder(${row.channel}, ${account}) h where not h.ours or h.connection_id <> ${row.id}) as ok`;
    if (!free?.ok) return false;
    const [claimed] = await tx<{ ok: boolean }[]>`select app.claim_accounts(${row.channel}, ${[
      account,
    ]}, ${row.id}) as ok`;
    if (!claimed?.ok) return false;
    if (number !== undefined && await anotherNumber(tx, row.id, number)) await restartPace(tx, row.id);
    forgetOwners();
    return true;
  });
}
