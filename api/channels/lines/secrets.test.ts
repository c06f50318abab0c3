// The storage of a session's keys: sealed, many at once, refused to whoever no longer owns the session.
import { expect, test } from "vitest";
import { asPlatform, platform, withTenant } from "../../../db/tenant.ts";
import { makeConnection, someone } from "../../core/testing/api.ts";
import { leaseSecrets } from "./secrets.ts";

const [ONE, OTHER] = [crypto.randomUUID(), crypto.randomUUID()];
const bytes = (said: string) => new TextEncoder().encode(said);
const text = (value: Uint8Array) => new TextDecoder().decode(value);

async function session() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { companyId } = admin;
  const own = async (processId: string, fence: number) =>
    await asPlatform((tx) =>
      tx`
        insert into app.leases (company_id, connection_id, process_id, fence, expires_at) values (${companyId}, ${connectionId}, ${processId}, ${fence}, now() + interval '1 minute')
        on conflict (company_id, connection_id) do update set process_id = excluded.process_id, fence = excluded.fence`
    );
  await own(ONE, 1);
  const secrets = leaseSecrets(companyId, connectionId, ONE, 1);
  const read = async (...names: string[]) =>
    Object.fromEntries(Object.entries(await secrets.get(names)).map(([name, value]) => [name, text(value!)]));
  return { companyId, connectionId, own, secrets, read };
}

test("812 keys of a new device are kept in one go, and none can be read in the database", async () => {
  const { companyId, connectionId, secrets, read } = await session();
  const keys = Object.fromEntries(Array.from({ length: 812 }, (_, at) => [`pre-key/${at}`, bytes(`plain key ${at}`)]));
  await secrets.set({ ...keys, creds: bytes("plain creds") });
  const kept = { "pre-key/811": "plain key 811", creds: "plain creds" };
  expect(await read("pre-key/811", "creds", "nothing")).toEqual(kept);
  // Shorter words than these stand in random bytes once in a while.
  const [row] = await platform()<{ count: number; transactions: number; open: boolean }[]>`
    select count(*)::int as count, count(distinct xmin::text)::int as transactions, bool_or(position('plain '::bytea in sealed) > 0) as open
    from app.connection_secrets where company_id = ${companyId} and connection_id = ${connectionId}`;
  expect(row).toEqual({ count: 813, transactions: 1, open: false });
});

test("one write changes, adds and takes away", async () => {
  const { secrets, read } = await session();
  await secrets.set({ a: bytes("1"), b: bytes("1"), c: bytes("1") });
  await secrets.set({ a: bytes("2"), b: null, d: bytes("2"), e: null });
  await secrets.set({});
  expect(await read("a", "b", "c", "d", "e")).toEqual({ a: "2", c: "1", d: "2" });
});

test("an owner that lost the session writes nothing and gets an error that a channel understands", async () => {
  const { own, secrets, read } = await session();
  await secrets.set({ a: bytes("1") });
  await own(OTHER, 2);
  const refusal = { name: "ChannelError", code: "not-connected" };
  await expect(secrets.set({ a: bytes("2"), b: bytes("2") })).rejects.toMatchObject(refusal);
  await expect(secrets.setAside("logged-out")).rejects.toMatchObject(refusal);
  expect(await read("a", "b")).toEqual({ a: "1" });
});

test("an owner that stands still amid a write holds its rows for a while only: another takes over within half a minute", async () => {
  const limits = [
    (await platform()<{ limit: string }[]>`select current_setting('idle_in_transaction_session_timeout') as limit`)[0]!,
    await withTenant(
      { companyId: (await someone()).companyId },
      async (tx) =>
        (await tx<{ limit: string }[]>`select current_setting('idle_in_transaction_session_timeout') as limit`)[0]!,
    ),
  ];
  expect(limits.map(({ limit }) => limit)).toEqual(["10s", "10s"]);
});
