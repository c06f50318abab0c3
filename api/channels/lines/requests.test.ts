// What a session is asked besides sending, while its line is down and when it is back.
import { expect, test } from "vitest";
import { ChannelError, type Connection, type FailureReason, type Manifest } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, someone } from "../../core/testing/api.ts";
import { type OpenLine, resume } from "../outbound/outbound.ts";
import { messages } from "../../features/messages/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { serveRequests } from "./requests.ts";

/** A connection that is asked to do `kind`, and does it as `deed` says. */
async function asked(kind: string, deed: () => Promise<void>) {
  const admin = await someone();
  const { companyId } = admin;
  const connectionId = await makeConnection(admin, "facebook");
  const { contactId, event } = await customerWrites(admin, { connectionId, text: "Oi" });
  const payload = { contactId, externalId: event.externalId };
  await withTenant({ companyId }, (tx) =>
    tx`
      insert into app.channel_requests (company_id, connection_id, kind, payload) values (${companyId}, ${connectionId}, ${kind}, ${
      JSON.stringify(payload)
    }::text::jsonb)`);
  const line: OpenLine = {
    held: () => true,
    companyId,
    connectionId,
    manifest: { id: "facebook" } as Manifest,
    connection: { markRead: deed, refuseCall: deed } as unknown as Connection,
    token: "process:1",
    since: performance.now(),
    signal: new AbortController().signal,
  };
  const requests = () =>
    withTenant({ companyId }, (tx) =>
      tx<{ attempts: number; due: boolean }[]>`
        select attempts, due_at <= now() as due from app.channel_requests where company_id = ${companyId}`);
  const change = (what: "due now" | "a day old") =>
    withTenant(
      { companyId },
      (tx) =>
        what === "due now"
          ? tx`update app.channel_requests set due_at = now() where company_id = ${companyId}`
          : tx`update app.channel_requests set due_at = now(), created_at = now() - interval '25 hours' where company_id = ${companyId}`,
    );
  const serve = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await change("due now");
      await serveRequests(line);
    }
  };
  return { line, requests, serve, change };
}
const down = (reason: FailureReason = "ERR_WAPP_NOT_INITIALIZED") => new ChannelError("not-connected", { reason });

test("while the line is down a deed waits, as no attempt, and is done at once when it is back", async () => {
  let up = false;
  let done = 0;
  const { line, requests, serve } = await asked(
    "read",
    () => up ? Promise.resolve(void done++) : Promise.reject(down()),
  );
  await serve(9);
  expect(await requests()).toMatchObject([{ attempts: 0, due: false }]);
  up = true;
  await resume(line.companyId, line.connectionId);
  expect(await requests()).toMatchObject([{ due: true }]);
  await serveRequests(line);
  expect([done, await requests()]).toEqual([1, []]);
});

test("a deed waits a day at most", async () => {
  const { line, requests, serve, change } = await asked("read", () => Promise.reject(down()));
  await serve(1);
  await change("a day old");
  for (let n = 0; n < 6; n++) {
    await change("a day old");
    await serveRequests(line);
  }
  expect(await requests()).toEqual([]);
});

test.each<[string, string, FailureReason]>([
  ["a call nobody waits for any more", "refuseCall", "ERR_WAPP_NOT_INITIALIZED"],
  ["an account that is not accepted", "read", "ERR_PROVIDER_AUTH"],
])("%s is given up after six attempts", async (_, kind, reason) => {
  const { requests, serve } = await asked(kind, () => Promise.reject(down(reason)));
  await serve(6);
  expect(await requests()).toEqual([]);
});

/** A message the company sent, to which `deed` was done while the provider refuses it. */
async function refusing(deed: "edit" | "remove" | "react", reason: FailureReason) {
  const admin = await someone();
  const { companyId } = admin;
  const channel = deed === "react" ? "whatsapp" : "webchat";
  const connectionId = await makeConnection(admin, channel);
  const { ticketId } = await customerWrites(admin, { connectionId, text: "Oi" });
  await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open" } });
  const { messages: [sent] } = await admin.call(messages.send, { params: { ticketId }, body: { body: "Oi!" } });
  const id = sent!.id;
  const state = (status: string) =>
    withTenant(
      { companyId },
      (tx) => tx`update app.messages set status = ${status}, external_id = 'x' || ${id} where id = ${id}`,
    );
  const requests = () =>
    withTenant({ companyId }, (tx) => tx`select 1 from app.channel_requests where company_id = ${companyId}`);
  let asked = 0;
  const refuse = () => (asked++, Promise.reject(new ChannelError("rejected", { reason })));
  const line = {
    held: () => true,
    companyId,
    connectionId,
    manifest: { id: channel } as Manifest,
    connection: { [deed]: refuse } as unknown as Connection,
    token: "process:1",
    since: performance.now(),
    signal: new AbortController().signal,
  };
  const serve = async () => {
    await withTenant({ companyId }, (tx) => tx`update app.channel_requests set due_at = now()`);
    await serveRequests(line);
  };
  const shown = async () =>
    (await admin.call(messages.list, { params: { ticketId } })).messages.find((one) => one.id === id)!;
  return { admin, id, state, serve, shown, requests, asked: () => asked };
}

test("a message that could not be deleted at the customer's is there again, and says why", async () => {
  const { admin, id, state, serve, shown } = await refusing("remove", "ERR_FETCH_WAPP_MSG");
  await state("sent");
  await admin.call(messages.remove, { params: { id } });
  expect(await shown()).toMatchObject({ isDeleted: true });
  await serve();
  const refused = { deed: "remove", code: "ERR_FETCH_WAPP_MSG" };
  expect(await shown()).toMatchObject({ isDeleted: false, body: expect.stringContaining("Oi!"), data: { refused } });
  await admin.call(messages.remove, { params: { id } });
  expect((await shown()).data).toEqual({});
});

test("an edit that the customer never got says so; another that gets through does not", async () => {
  const { admin, id, state, serve, shown } = await refusing("edit", "ERR_PROVIDER_REFUSED");
  await state("sent");
  await admin.call(messages.edit, { params: { id }, body: { body: "Olá!" } });
  await serve();
  expect((await shown()).data).toMatchObject({ refused: { deed: "edit", code: "ERR_PROVIDER_REFUSED" } });
  await admin.call(messages.edit, { params: { id }, body: { body: "Olá, Ana!" } });
  expect((await shown()).data?.refused).toBeUndefined();
});

test("a reaction that the customer never got is taken away", async () => {
  const { admin, id, state, serve, shown } = await refusing("react", "ERR_PROVIDER_REFUSED");
  await state("sent");
  await admin.call(messages.react, { params: { id }, body: { emoji: "👍" } });
  expect((await shown()).reactions).toHaveLength(1);
  await serve();
  expect(await shown()).toMatchObject({ reactions: [], data: { refused: { deed: "react" } } });
});

test("an edit of a message that is on its way waits until it is out", async () => {
  const { admin, id, state, serve, requests, asked } = await refusing("edit", "ERR_PROVIDER_REFUSED");
  await state("sending");
  await admin.call(messages.edit, { params: { id }, body: { body: "Olá!" } });
  await serve();
  expect([asked(), (await requests()).length]).toEqual([0, 1]);
  await state("sent");
  await serve();
  expect(asked()).toBe(1);
});
