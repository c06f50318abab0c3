import { expect, test } from "vitest";
import { makeConnection, someone } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tickets } from "./contract.ts";

test("a word of thousands of messages finds their conversations, each once, the newest first, and no other", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const all: number[] = [];
  for (const from of ["ana", "bea", "caio", "davi", "eva"]) {
    all.push((await customerWrites(admin, { connectionId, from })).ticketId);
  }
  const with_ = all.slice(1, 4);
  await withTenant({ companyId: admin.companyId }, (tx) =>
    tx`
      insert into app.messages (ticket_id, contact_id, connection_id, from_me, kind, body, external_id)
      select t.id, t.contact_id, t.connection_id, false, 'chat', 'O BOLETO já saiu ' || n, 'common-' || t.id || '-' || n
      from app.tickets t, generate_series(1, 1000) n where t.company_id = ${tx.companyId} and t.id = any (${with_}::bigint[])`);
  const query = { searchParam: "boleto ja", searchOnMessages: "true" as const };
  const { tickets: found, count, hits } = await admin.call(tickets.list, { query });
  expect([found.map(({ id }) => id), count]).toEqual([with_.toReversed(), 3]);
  expect(Object.keys(hits!).map(Number).sort((a, b) => a - b)).toEqual(with_);
});
