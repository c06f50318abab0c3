// What becomes of a send that fails: what is sent again, under which key, in which order, and what a line that is down costs.
import postgres from "postgres";
import { describe, expect, inject, test } from "vitest";
import {
  ChannelError,
  type Connection,
  type FailureReason,
  type Manifest,
  type OutboundMessage,
  type Surroundings,
} from "../../../channels/sdk/mod.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { messages } from "../../features/messages/contract.ts";
import { suppressed } from "../../features/opt-outs/actions.ts";
import { optOuts } from "../../features/opt-outs/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { readConnection } from "../lines/connections.ts";
import { receive } from "../inbound/inbound.ts";
import type { Lease } from "../lines/leases.ts";
import { drain, type OpenLine, resume } from "./outbound.ts";
import { loadOutbound } from "./row.ts";
import { sessionHost } from "../session-host.ts";

type Answer = { externalId: string; ack?: 1 | 2 } | ChannelError;

/** A conversation over a connection that answers each send as `answer` says. */
async function conversation(
  correlation: Manifest["correlation"],
  answer: (message: OutboundMessage) => Answer,
  customer: { from?: string; text: string } = { text: "Oi" },
) {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { ticketId, contactId } = await customerWrites(admin, { connectionId, ...customer });
  await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open" } });
  const sent: OutboundMessage[] = [];
  const connection: Pick<Connection, "send"> = {
    send(message) {
      sent.push(message);
      const said = answer(message);
      return said instanceof ChannelError ? Promise.reject(said) : Promise.resolve(said);
    },
  };
  const line: OpenLine = {
    held: () => true,
    companyId: admin.companyId,
    connectionId,
    manifest: { id: "facebook", correlation } as Manifest,
    connection: connection as Connection,
    token: "process:1",
    since: performance.now(),
    signal: new AbortController().signal,
  };
  const write = async (body: string) =>
    (await admin.call(messages.send, { params: { ticketId }, body: { body } })).messages[0]!.id;
  return { admin, line, contactId, ticketId, sent, write, drain: () => drain(line, contactId) };
}
async function rows({ companyId }: Person) {
  return await withTenant(
    { companyId },
    (tx) =>
      tx<{ body: string; status: string; attempts: number; error: string | null; dueS: number | null }[]>`
        select body, status, attempts, error, extract(epoch from retry_at - now())::float8 as "dueS"
        from app.messages where company_id = ${companyId} and from_me order by id`,
  );
}
async function change(person: Person, what: "due now" | "a day old") {
  await withTenant(
    { companyId: person.companyId },
    (tx) =>
      what === "due now"
        ? tx`update app.messages set retry_at = null where company_id = ${person.companyId}`
        : tx`update app.messages set retry_at = null, tried_since = now() - interval '25 hours' where company_id = ${person.companyId}`,
  );
}
const lost = () => new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE", maybeSent: true });
const down = () => new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED" });

test("where the id is ours a lost answer is asked for again, with the same key, before anything that was written later", async () => {
  let lines = 2;
  const c = await conversation("chosen", ({ text }) => lines-- > 0 ? lost() : { externalId: `id-${text}` });
  await c.write("um");
  await c.write("dois");
  const wait = await c.drain();
  expect(wait).toBeGreaterThan(0);
  expect(await rows(c.admin)).toMatchObject([{ status: "waiting", attempts: 1 }, { status: "waiting", attempts: 0 }]);
  await change(c.admin, "due now");
  expect(await c.drain()).toBeGreaterThan(wait!);
  await change(c.admin, "due now");
  expect(await c.drain()).toBeNull();
  expect(c.sent.map(({ text }) => text)).toEqual(["um", "um", "um", "dois"]);
  expect(new Set(c.sent.slice(0, 3).map(({ key }) => key)).size).toBe(1);
  expect(await rows(c.admin)).toMatchObject([{ status: "sent" }, { status: "sent" }]);
});

test("an answer that does not come for a day leaves a message uncertain, and the next ones go on", async () => {
  const c = await conversation("chosen", ({ text }) => text === "um" ? lost() : { externalId: "id" });
  await c.write("um");
  await c.drain();
  await change(c.admin, "a day old");
  await c.write("dois");
  expect(await c.drain()).toBeNull();
  expect(await rows(c.admin)).toMatchObject([
    { status: "uncertain", error: "ERR_OUTCOME_UNKNOWN" },
    { status: "sent" },
  ]);
});

test("where neither id nor key comes back a lost answer stays for a person to decide", async () => {
  const c = await conversation("none", () => lost());
  await c.write("um");
  await c.drain();
  expect(c.sent).toHaveLength(1);
  expect(await rows(c.admin)).toMatchObject([{ status: "uncertain" }]);
});

test("what a dead process may have sent waits for its echo also where a process for webhooks has only just come up", async () => {
  const c = await conversation("echoed", ({ text }) => ({ externalId: `id-${text}` }));
  await c.write("um");
  const { companyId } = c.admin;
  await withTenant({ companyId }, (tx) =>
    tx`
      update app.messages set status = 'sending', sending_by = 'dead:1', attempts = 1, sending_since = now() - interval '1 minute'
      where company_id = ${companyId} and from_me`);
  c.line.since -= 30_000;
  const come = (id: string, roles: string, agoS: number) =>
    asPlatform((tx) =>
      tx`
        insert into app.processes (id, roles, started) values (${id}, ${roles}, now() - make_interval(secs => ${agoS}))
        on conflict (id) do update set started = excluded.started`
    );
  const [door, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await come(other, "worker,channels", 0);
  await come(door, "api,worker", 9);
  expect(await c.drain()).toBe(1_000);
  expect(c.sent).toEqual([]);
  await come(door, "api,worker", 11);
  expect(await c.drain()).toBeNull();
  expect(c.sent.map(({ text }) => text)).toEqual(["um"]);
  // One that dies and comes up again and again holds nothing up for ever.
  await c.write("dois");
  await withTenant({ companyId }, (tx) =>
    tx`
      update app.messages set status = 'sending', sending_by = 'dead:1', attempts = 1, sending_since = now() - interval '2 minutes'
      where company_id = ${companyId} and body = 'dois'`);
  await come(door, "api,worker", 1);
  expect(await c.drain()).toBe(1_000);
  c.line.since -= 60_000;
  expect(await c.drain()).toBeNull();
  expect(c.sent.map(({ text }) => text)).toEqual(["um", "dois"]);
  await asPlatform((tx) => tx`delete from app.processes where id in (${door}, ${other})`);
});

describe("what a customer answers to a campaign's message that waits to be sent again", () => {
  /** The message is tried, then the customer writes "sair": whether that is heeded. */
  async function heeds(answers: (() => ChannelError)[], diedWith = false): Promise<boolean> {
    const of = { from: `ida-${crypto.randomUUID()}`, text: "Oi" };
    const c = await conversation("chosen", () => answers.shift()!(), of);
    const { companyId } = c.admin;
    await withTenant({ companyId }, (tx) =>
      tx`
        insert into app.messages (ticket_id, contact_id, connection_id, from_me, by_hand, body, key, send_class, status, sending_by, sending_since, tried_since, attempts)
        values (${c.ticketId}, ${c.contactId}, ${c.line.connectionId}, true, false, 'Ofertas!', 'campaign:1:1', 2, ${
        diedWith ? "sending" : "waiting"
      }, ${diedWith ? "dead:1" : null}, ${diedWith ? new Date() : null}, ${diedWith ? new Date() : null}, ${
        diedWith ? 1 : 0
      })`);
    while (answers.length) {
      await c.drain();
      await change(c.admin, "due now");
    }
    expect((await rows(c.admin)).at(-1)).toMatchObject({ body: "Ofertas!", status: "waiting" });
    await customerWrites(c.admin, { ...of, connectionId: c.line.connectionId, text: "Sair" });
    return await withTenant({ companyId }, (tx) => suppressed(tx, c.contactId)) === "optedOut";
  }
  const never = () => new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE" });

  test("is an answer where its process died amid the send and the line was not back at the next try", async () => {
    expect(await heeds([down, down], true)).toBe(true);
  });
  test("is an answer where nobody knows what became of an attempt", async () => {
    expect(await heeds([lost, down, never])).toBe(true);
  });
  test("is none where no attempt has left", async () => {
    expect(await heeds([down, never])).toBe(false);
  });
});

test("a line that is down costs no attempts, and waiting messages go out at once when it is back", async () => {
  let up = false;
  const c = await conversation("chosen", ({ text }) => up ? { externalId: `id-${text}` } : down());
  await c.write("um");
  for (let times = 0; times < 12; times++) {
    expect(await c.drain()).toBeGreaterThan(0);
    await change(c.admin, "due now");
  }
  await c.drain();
  const [waiting] = await rows(c.admin);
  expect(waiting).toMatchObject({ status: "waiting", attempts: 0 });
  expect(waiting!.dueS).toBeGreaterThan(30);
  up = true;
  await resume(c.admin.companyId, c.line.connectionId);
  expect(await c.drain()).toBeNull();
  expect(await rows(c.admin)).toMatchObject([{ status: "sent", attempts: 1 }]);
});

test("a plugin that says it is connected again wakes what waits", async () => {
  const c = await conversation("chosen", () => down());
  await c.write("um");
  await c.drain();
  let woken = 0;
  const { companyId } = c.admin;
  const row = (await readConnection(companyId, c.line.connectionId))!;
  const lease = { companyId, connectionId: row.id, fence: 1 } as Lease;
  const around = {} as Surroundings;
  const host = await sessionHost(row, lease, "process", around, {
    passes: { pass: () => {} },
    signal: c.line.signal,
    held: () => true,
    wake: () => {
      woken++;
      return Promise.resolve();
    },
  });
  await host.status("OPENING");
  expect([woken, (await rows(c.admin))[0]!.dueS]).toEqual([0, expect.any(Number)]);
  await host.status("CONNECTED");
  expect([woken, (await rows(c.admin))[0]!.dueS]).toEqual([1, null]);
});

test("a line that came back while a send was being refused does not let it wait", async () => {
  let coming: Promise<void> | undefined;
  const c = await conversation("chosen", () => {
    if (coming) return { externalId: "id" };
    coming = resume(c.admin.companyId, c.line.connectionId);
    return down();
  });
  await c.write("um");
  for (let wait = await c.drain(); wait !== null; wait = await c.drain()) expect(wait).toBeLessThan(1000);
  expect(await rows(c.admin)).toMatchObject([{ status: "sent" }]);
});

test("a line that is down for more than a day is a failure", async () => {
  const c = await conversation("chosen", () => down());
  await c.write("um");
  await c.drain();
  await change(c.admin, "a day old");
  expect(await c.drain()).toBeNull();
  expect(await rows(c.admin)).toMatchObject([{ status: "failed", error: "ERR_WAPP_NOT_INITIALIZED" }]);
});

/** An automated message of this conversation that was written, tried and held back so long ago, h. */
async function automated(
  c: Awaited<ReturnType<typeof conversation>>,
  ago: { written: number; tried?: number; held?: number },
) {
  await withTenant({ companyId: c.admin.companyId }, async (tx) => {
    const before = (hours: number | undefined) => tx`now() - make_interval(hours => ${hours ?? null}::integer)`;
    const [row] = await tx<{ id: number }[]>`
      insert into app.messages (ticket_id, contact_id, connection_id, from_me, by_hand, body, key, status, created_at, tried_since)
      values (${c.ticketId}, ${c.contactId}, ${c.line.connectionId}, true, false, 'lembrete', 'lembrete', 'waiting', ${
      before(ago.written)
    }, ${before(ago.tried)}) returning id`;
    if (ago.held === undefined) return;
    await tx`
      insert into app.messages_held (message_id, connection_id, contact_id, cold, until, since, place)
      values (${row!.id}, ${c.line.connectionId}, ${c.contactId}, true, now(), ${before(ago.held)}, ${row!.id})`;
  });
}

test("a message that was held back for days is not too old at its first try", async () => {
  const c = await conversation("chosen", () => down());
  await automated(c, { written: 72, held: 72 });
  expect(await c.drain()).toBeGreaterThan(0);
  expect(await rows(c.admin)).toMatchObject([{ status: "waiting", error: null, attempts: 0 }]);
});

test("the time for which a message is held back between two tries does not count to its age, the rest does", async () => {
  const c = await conversation("chosen", () => down());
  await automated(c, { written: 90, tried: 60, held: 40 });
  expect(await c.drain()).toBeGreaterThan(0);
  expect(await rows(c.admin)).toMatchObject([{ status: "waiting" }]);
  await withTenant(
    { companyId: c.admin.companyId },
    (tx) =>
      tx`update app.messages set retry_at = null, tried_since = tried_since - interval '5 hours' where company_id = ${tx.companyId} and key = 'lembrete'`,
  );
  expect(await c.drain()).toBeNull();
  expect(await rows(c.admin)).toMatchObject([{ status: "failed", error: "ERR_WAPP_NOT_INITIALIZED" }]);
});

test("one contact in trouble does not stop the connection's others", async () => {
  const unreachable = (scope: "connection" | "recipient") =>
    new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE", scope });
  for (const scope of ["connection", "recipient"] as const) {
    const c = await conversation("chosen", () => unreachable(scope));
    await c.write("um");
    for (let times = 0; times < 4; times++) {
      await c.drain();
      await change(c.admin, "due now");
    }
    const [connection] = await withTenant(
      { companyId: c.admin.companyId },
      (tx) =>
        tx`select paused_until > now() as paused from app.connections where company_id = ${c.admin.companyId} and id = ${c.line.connectionId}`,
    );
    expect(connection?.paused ?? false).toBe(scope === "connection");
  }
});

test("a refusal of the first attempt, told once more as an event, does not undo the second", async () => {
  let first = true;
  const c = await conversation("chosen", () => {
    const answer = first
      ? new ChannelError("rate-limited", { reason: "ERR_PROVIDER_RATE_LIMITED", scope: "recipient" })
      : { externalId: "same" };
    first = false;
    return answer;
  });
  await c.write("um");
  await c.drain();
  await receive(c.admin.companyId, c.line.connectionId, {
    kind: "status",
    at: Date.now(),
    externalId: "same",
    error: { reason: "ERR_PROVIDER_RATE_LIMITED" },
  });
  await change(c.admin, "due now");
  await c.drain();
  expect(await rows(c.admin)).toMatchObject([{ status: "sent", error: null }]);
});

test("who stopped our offers at the provider gets nothing automated any more, told at once or later", async () => {
  const refusal = (reason: FailureReason) => new ChannelError("rejected", { reason });
  const held = (admin: Person, contactId: number) =>
    withTenant({ companyId: admin.companyId }, (tx) => suppressed(tx, contactId));
  const other = await conversation("chosen", () => refusal("ERR_RECIPIENT_UNAVAILABLE"));
  await other.write("um");
  await other.drain();
  expect(await held(other.admin, other.contactId)).toBeNull();

  const atOnce = await conversation("chosen", () => refusal("ERR_CONTACT_OPTED_OUT"));
  await atOnce.write("um");
  await atOnce.drain();
  expect(await rows(atOnce.admin)).toMatchObject([{ status: "failed", error: "ERR_CONTACT_OPTED_OUT" }]);
  expect(await held(atOnce.admin, atOnce.contactId)).toBe("optedOut");

  const later = await conversation("chosen", () => ({ externalId: "told" }));
  await later.write("um");
  await later.drain();
  const status = { kind: "status" as const, at: Date.now(), externalId: "told" };
  for (let twice = 0; twice < 2; twice++) {
    await receive(later.admin.companyId, later.line.connectionId, {
      ...status,
      error: { reason: "ERR_CONTACT_OPTED_OUT" },
    });
  }
  expect(await held(later.admin, later.contactId)).toBe("optedOut");
  const { records } = await later.admin.call(optOuts.list, { query: {} });
  expect(records).toMatchObject([{ contactId: later.contactId, why: "provider", said: "", user: null }]);
  // A person's answer is still theirs to send.
  await later.write("Posso ajudar em algo?");
  expect((await rows(later.admin)).at(-1)).toMatchObject({ status: "waiting" });
});

test("a location and a forwarded message reach the channel as such", async () => {
  const c = await conversation("chosen", () => down());
  const id = await c.write("Praça da Sé");
  const load = async (kind: string, data: unknown) =>
    await withTenant({ companyId: c.admin.companyId }, async (tx) => {
      await tx`update app.messages set kind = ${kind}, data = ${
        JSON.stringify(data)
      }::text::jsonb where company_id = ${tx.companyId} and id = ${id}`;
      return (await loadOutbound(tx, id)).message;
    });
  const place = { latitude: -23.55, longitude: -46.63, name: "Praça da Sé" };
  expect(await load("locationMessage", { ...place, address: "" })).toMatchObject({ location: place, text: undefined });
  const original = await c.write("o original");
  await withTenant(
    { companyId: c.admin.companyId },
    (tx) => tx`update app.messages set external_id = 'ABC' where company_id = ${tx.companyId} and id = ${original}`,
  );
  const { forwardOf, text, to } = await load("chat", { forwardOf: original });
  expect(forwardOf).toEqual({ externalId: "ABC", from: to });
  expect(text).toBe("Praça da Sé");
});

test("a message is loaded to be sent without a look at the others of its connection", async () => {
  const c = await conversation("chosen", ({ text }) => ({ externalId: `id-${text}` }));
  const id = await c.write("um");
  const { companyId } = c.admin;
  await withTenant({ companyId }, (tx) =>
    tx`
      insert into app.messages (company_id, ticket_id, contact_id, connection_id, from_me, kind, body, status)
      select company_id, ticket_id, contact_id, connection_id, from_me, kind, body, 'sent'
      from app.messages, generate_series(1, 500) where company_id = ${companyId} and id = ${id}`);
  const owner = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  await owner`analyze app.messages`;
  await owner.end();
  const read = await withTenant({ companyId }, async (tx) => {
    const counted = async () =>
      (await tx<{ rows: number }[]>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relid = 'app.messages'::regclass`)[0]!.rows;
    const before = await counted();
    await loadOutbound(tx, id);
    return await counted() - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(10);
});
