import { afterAll, expect, test } from "vitest";
import { signAccess } from "../../../core/access/auth.ts";
import { testApp } from "../../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../../db/tenant.ts";
import { tenantTables } from "../../../proofs/security/tables.ts";
import { makeWorld } from "../../../proofs/security/world.ts";
import { movedTables, staying } from "./tables.ts";
import { takeInCompany } from "./read.ts";
import { writeCompany } from "./write.ts";

const { api } = await testApp();
const folder = await Deno.makeTempDir({ prefix: "recado-export-" });
afterAll(() => Deno.remove(folder, { recursive: true }));

/** What an admin reads of the company, without what is of the company or the moment. */
async function seen(companyId: number, userId: number, ticketId: number): Promise<Record<string, [number, string]>> {
  const sessionId = crypto.randomUUID();
  await withTenant(
    { companyId },
    (tx) =>
      tx`insert into app.sessions (id, user_id, device, salt, expires_at) values (${sessionId}, ${userId}, 'desk', 'salt', now() + interval '1 day')`,
  );
  const authorization = `Bearer ${await signAccess(companyId, userId, sessionId)}`;
  const answers: Record<string, [number, string]> = {};
  for (
    const path of [
      ...[
        "/tickets?showAll=true",
        `/messages/${ticketId}?markAsRead=false`,
        `/tickets-log/${ticketId}`,
        "/contacts",
        "/queue",
      ],
      ...[
        "/tags",
        "/quick-messages",
        "/users",
        "/schedules",
        "/chats",
        "/campaigns",
        "/contact-lists",
        "/files",
        "/prompt",
      ],
      ...["/queueIntegration", "/settings", "/holidays", "/opt-outs", `/ticket-notes/list?ticketId=${ticketId}`],
    ]
  ) {
    const answer = await api.http.fetch(new Request(`http://localhost/api${path}`, { headers: { authorization } }));
    const text = (await answer.text()).replace(/"companyId":\d+/g, "").replace(
      /"(status|ack|error|updatedAt|uuid|lastLogin|online|isOnline|token)":("[^"]*"|\w+)/g,
      "",
    )
      .replaceAll(`company-${companyId}-`, "").replace(/[?&](e|s|exp|sig|signature)=[^"&]*/g, "").replaceAll(
        `/${companyId}/`,
        "/",
      );
    answers[path] = [answer.status, text];
  }
  return answers;
}

test("every table of a company moves or stays for a reason, and what stays is a table", async () => {
  const moved = await asPlatform((tx) => movedTables(tx as never));
  const all = await asPlatform((tx) => tenantTables(tx));
  expect([...moved.map(({ table }) => table), ...Object.keys(staying)].sort()).toEqual(all.toSorted());
});

test("a company that is written out and taken in answers every call as the first does", async () => {
  const world = await makeWorld();
  const written = await writeCompany(world.companyId, folder);
  expect(written?.tables.messages).toBeGreaterThan(0);
  const taken = await takeInCompany(folder, "Levada");
  expect(taken.companyId).not.toBe(world.companyId);
  expect(taken.tables).toEqual(written!.tables);
  const here = await seen(world.companyId, world.userId, world.ticketId);
  for (const [path, [status]] of Object.entries(here)) expect([path, status]).toEqual([path, 200]);
  expect(here["/contacts"]![1]).toContain("Contato");
  expect(here[`/messages/${world.ticketId}?markAsRead=false`]![1]).toContain('"body":"Oi"');
  expect(await seen(taken.companyId, world.userId, world.ticketId)).toEqual(here);
  const rows = await withTenant(
    { companyId: taken.companyId },
    (tx) => tx`select status, wanted, token, sealed from app.connections`,
  );
  for (const row of rows) expect(row).toEqual({ status: "DISCONNECTED", wanted: false, token: "", sealed: null });
  const waits = await withTenant(
    { companyId: taken.companyId },
    (tx) => tx`select 1 from app.messages where status in ('waiting', 'sending')`,
  );
  expect(waits).toHaveLength(0);
  expect(taken.left.join("\n")).toContain(world.person.email);
  // What is made next meets no id that came along.
  await withTenant({ companyId: taken.companyId }, (tx) => tx`insert into app.contacts (name) values ('Nova')`);
});

test("a company that does not exist is not written, and a folder that is none is not taken in", async () => {
  expect(await writeCompany(8_000_000_001, folder)).toBeNull();
  await expect(takeInCompany("/tmp/recado-nothing-here")).rejects.toThrow();
});
