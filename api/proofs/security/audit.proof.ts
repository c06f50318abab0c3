// Proof S27: each change of administration leaves exactly one row with person, time, address, action, and the values before and
// after, with secrets masked; a refused or repeated change leaves none.
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { ownCall } from "./attack.ts";
import { jsonOf, nameOf, pathOf } from "./values.ts";
import { makeWorld, type World } from "./world.ts";

const { api } = await testApp();
const audited = api.endpoints.filter((e) => e.audit);
const SECRET = "PLANTED-secret-91f2";
let world: World;
let planId = 0;
beforeAll(async () => {
  // Company 1 cannot be closed or deleted.
  await someone();
  planId = (await asPlatform((tx) => tx<{ id: number }[]>`select id from app.plans limit 1`))[0]!.id;
});

type Parts = ReturnType<typeof ownCall>;
const unique = () => crypto.randomUUID().slice(0, 8);
/** The values that a call needs besides plain valid ones to be carried out. */
const needs: Record<string, (call: Parts) => Promise<void> | void> = {
  "POST /companies": ({ body }) =>
    void Object.assign(body!, { planId, email: `${unique()}@test.local`, password: SECRET }),
  "PUT /companies/{id}": ({ body }) =>
    void Object.assign(body!, { planId, status: true, dueDate: null, email: "x@test.local" }),
  "POST /companies/{id}/support": async ({ params }) =>
    void (params.id = (await someone({ settings: { supportAccess: "enabled" } })).companyId),
  "DELETE /support": looked,
  "DELETE /companies/{id}": async ({ params }) => void (params.id = (await someone()).companyId),
  "PUT /plans/{id}": async ({ params }) => void (params.id = await sparePlan()),
  "DELETE /plans/{id}": async ({ params }) => void (params.id = await sparePlan()),
  "POST /helps": ({ body }) => void Object.assign(body!, { title: unique(), video: "dQw4w9WgXcQ" }),
  "PUT /helps/{id}": async ({ params, body }) => {
    params.id = await spareHelp();
    Object.assign(body!, { title: unique(), video: "dQw4w9WgXcQ" });
  },
  "DELETE /helps/{id}": async ({ params }) => void (params.id = await spareHelp()),
  "PUT /announcements/{id}": announced,
  "DELETE /announcements/{id}": announced,
  "POST /announcements/{id}/media-upload": announced,
  "DELETE /announcements/{id}/media-upload": announced,
  "PUT /invoices/{id}/paid": () => invoiceIs("open"),
  "PUT /invoices/{id}/void": () => invoiceIs("open"),
  "PUT /invoices/{id}/refund": () => invoiceIs("paid"),
  "POST /invitations": ({ body }) => void Object.assign(body!, { email: `${unique()}@test.local` }),
  "PUT /tag/kanban/order": async ({ body }) => void Object.assign(body!, { ids: [await spareLane()] }),
  "POST /kanban/boards": ({ body }) => void Object.assign(body!, { name: unique() }),
  "PUT /kanban/boards/{id}": ({ body }) => void Object.assign(body!, { name: unique() }),
  "DELETE /kanban/boards/{id}": async ({ params }) => void (params.id = await spareBoard()),
  "DELETE /invitations/{id}": async ({ params }) => void (params.id = await spareInvitation()),
  "POST /users": ({ body }) => void Object.assign(body!, { email: `${unique()}@test.local`, password: SECRET }),
  "POST /auth/password": given,
  "PUT /users/{id}": ({ body }) =>
    void Object.assign(body!, { email: `${unique()}@test.local`, password: SECRET, companyId: world.companyId }),
  "POST /queue": ({ body }) => void Object.assign(body!, { color: `#${unique().slice(0, 6)}`, chatbots: [] }),
  "PUT /queue/{id}": ({ body }) => void Object.assign(body!, { color: `#${unique().slice(0, 6)}`, chatbots: [] }),
  "POST /queueIntegration": integrationForm,
  "PUT /queueIntegration/{id}": integrationForm,
  "POST /queueIntegration/testSession": integrationForm,
  "POST /prompt": promptForm,
  "PUT /prompt/{id}": promptForm,
  "POST /prompt/test": promptForm,
  "POST /prompt/models": promptForm,
  "POST /files": ({ body }) => void Object.assign(body!, { name: `Lista ${unique()}` }),
  "DELETE /files/{id}": async ({ params }) => void (params.id = await spareFileList()),
  "POST /files/uploadList/{id}": ({ body }) => void Object.assign(body!, { id: `${world.rows.file_list_options!.id}` }),
  "POST /chatbot": ({ body }) => void Object.assign(body!, { options: [] }),
  "PUT /chatbot/{id}": ({ body }) => void Object.assign(body!, { options: [] }),
  "PUT /companySettings": ({ body }) => void Object.assign(body!, { column: "transferMessage", data: "Oi" }),
  "PUT /settings/{key}": ({ params, body }) =>
    void Object.assign(params, { key: "appName" }, Object.assign(body!, { value: "Recado" })),
  "POST /companyExport": () => exportIs(null),
  "POST /companyExport/link": () => exportIs("ready"),
  "DELETE /companyExport": () => exportIs("ready"),
  "POST /contacts/{id}/merge": async ({ body }) => void Object.assign(body!, { contactId: await spareContact() }),
  "POST /campaigns": campaignForm,
  "PUT /campaigns/{id}": async (call) => {
    campaignForm(call);
    await campaignIs("INATIVA");
  },
  "DELETE /campaigns/{id}": () => campaignIs("INATIVA"),
  "POST /campaigns/{id}/media-upload": () => campaignIs("INATIVA"),
  "DELETE /campaigns/{id}/media-upload": () => campaignIs("INATIVA"),
  "POST /campaigns/{id}/start": () => campaignIs("INATIVA"),
  "POST /campaigns/{id}/cancel": () => campaignIs("EM_ANDAMENTO"),
  "POST /campaigns/{id}/restart": () => campaignIs("CANCELADA"),
  "POST /campaigns/{id}/test": async ({ body }) => {
    await campaignIs("INATIVA");
    Object.assign(body!, { number: "5511987654321", variant: 1 });
  },
  "POST /campaign-settings": ({ body }) => void Object.assign(body!, { settings: { messageInterval: 20 } }),
  "POST /contact-list-items": ({ body }) => void Object.assign(body!, { number: "5511987654321" }),
  "PUT /contact-list-items/{id}": ({ body }) =>
    void Object.assign(body!, { number: "5511987654321", contactListId: undefined }),
  "POST /opt-outs": ({ body }) => void Object.assign(body!, { number: "5511987654321" }),
  // The last connection cannot be deleted while a conversation is open on it.
  "DELETE /whatsapp/{id}": async () => void await makeConnection(world.person),
  "POST /whatsapp": connectionForm,
  "PUT /whatsapp/{id}": connectionForm,
  "PUT /whatsappsession/{id}": linked,
  "PUT /whatsapp/{id}/pace": linked,
  "POST /whatsapp/{id}/pace/resume": linked,
};
/** The person's password was made for them. */
async function given({ body }: Parts): Promise<void> {
  await withTenant(
    { companyId: world.companyId },
    (tx) => tx`update app.users set password_given_at = now() where id = ${world.person.userId}`,
  );
  Object.assign(body!, { password: `${SECRET}-${unique()}` });
}
/** Somebody of support looks into the company. */
async function looked(): Promise<void> {
  await withTenant({ companyId: world.companyId }, (tx) =>
    tx`
    insert into app.support_sessions (id, operator_company, operator_id, operator_session, operator_name, expires_at)
    values (${crypto.randomUUID()}, ${world.companyId}, ${world.person.userId}, ${crypto.randomUUID()}, 'Ana', now() + interval '1 hour')`);
}
async function spareHelp(): Promise<number> {
  return (await asPlatform((tx) =>
    tx<{ id: number }[]>`insert into app.help_items (title, video) values (${unique()}, 'dQw4w9WgXcQ') returning id`
  ))[0]!.id;
}
/** There is such an announcement. */
async function announced({ params }: Parts): Promise<void> {
  const [row] = await asPlatform((tx) =>
    tx<{ id: number }[]>`insert into app.announcements (title, text) values ('Aviso', 'Oi') returning id`
  );
  params.id = row!.id;
}
async function invoiceIs(status: string): Promise<void> {
  await asPlatform((tx) => tx`update app.invoices set status = ${status} where company_id = ${world.companyId}`);
}
/** The company's file is this far, or nobody asked for one. */
async function exportIs(status: "ready" | null): Promise<void> {
  await withTenant({ companyId: world.companyId }, async (tx) => {
    await tx`delete from app.company_exports`;
    if (status) await tx`insert into app.company_exports (asked_by, ready_at) values ('Ana', now())`;
  });
}
/** The connection is one that is linked like a device. */
async function linked(): Promise<void> {
  await withTenant(
    { companyId: world.companyId },
    (tx) => tx`update app.connections set channel = 'whatsapp' where id = ${world.connectionId}`,
  );
}
function connectionForm({ body }: Parts): void {
  for (const name of Object.keys(body!)) if (/import/i.test(name)) delete (body as Record<string, unknown>)[name];
  Object.assign(body!, {
    channel: "webchat",
    settings: { title: "Oi", accessToken: SECRET },
    accessToken: SECRET,
    appSecret: SECRET,
    token: "T".repeat(30),
    isDefault: true,
    greetingMessage: "Oi",
    collectiveVacationStart: null,
    collectiveVacationEnd: null,
    collectiveVacationMessage: "",
  });
}
async function spareBoard(): Promise<number> {
  const [row] = await withTenant(
    { companyId: world.companyId },
    (tx) => tx<{ id: number }[]>`insert into app.boards (name, "position") values (${unique()}, 9) returning id`,
  );
  return row!.id;
}
async function spareLane(): Promise<number> {
  const [row] = await withTenant(
    { companyId: world.companyId },
    (tx) =>
      tx<
        { id: number }[]
      >`insert into app.tags (name, color, kanban, board_id)
        select ${unique()}, '#102030', true, min(id) from app.boards where company_id = app.company_id() returning id`,
  );
  return row!.id;
}
function campaignForm({ body }: Parts): void {
  Object.assign(body!, { scheduledAt: null, userId: null, whatsappIds: [], template: null });
}
/** The campaigns could run, and are in this state; their line reaches anybody by number. */
async function campaignIs(status: string): Promise<void> {
  const { companyId, connectionId } = world;
  await withTenant({ companyId }, async (tx) => {
    await tx`update app.connections set channel = 'whatsapp' where id = ${connectionId}`;
    const [list] = await tx<{ id: number }[]>`select id from app.contact_lists limit 1`;
    await tx`
      update app.campaigns set status = ${status}, messages = '{Oi}', confirmation = false, list_id = ${
      list!.id
    }, scheduled_at = null, media_id = null`;
    await tx`
      insert into app.campaign_lines (campaign_id, connection_id) select id, ${connectionId} from app.campaigns on conflict do nothing`;
  });
}
async function spareContact(): Promise<number> {
  const [row] = await withTenant(
    { companyId: world.companyId },
    (tx) => tx<{ id: number }[]>`insert into app.contacts (name) values ('Outra') returning id`,
  );
  return row!.id;
}
async function spareInvitation(): Promise<number> {
  const { companyId, userId } = world;
  const [row] = await withTenant({ companyId }, (tx) =>
    tx<{ id: number }[]>`
      insert into app.invitations (email, profile, queue_ids, token, user_id, expires_at)
      values (${`${unique()}@test.local`}, 'user', '{}', ${unique()}, ${userId}, now() + interval '1 day') returning id`);
  return row!.id;
}
function integrationForm({ body }: Parts): void {
  Object.assign(body!, {
    type: "webhook",
    name: `Fluxo ${unique()}`,
    urlN8N: "http://127.0.0.1:9/",
    secret: SECRET,
    jsonContent: "",
  });
}
function promptForm({ body }: Parts): void {
  const keys = "voiceKey" in body! ? { voiceKey: SECRET, name: `Prompt ${unique()}` } : {};
  Object.assign(body!, { apiKey: SECRET, baseUrl: "http://127.0.0.1:9/v1", ...keys });
}
/** One that nothing sends. */
async function spareFileList(): Promise<number> {
  const [row] = await withTenant(
    { companyId: world.companyId },
    (tx) => tx<{ id: number }[]>`insert into app.file_lists (name, message) values (${unique()}, 'Segue') returning id`,
  );
  return row!.id;
}
async function sparePlan(): Promise<number> {
  return (await asPlatform((tx) =>
    tx<{ id: number }[]>`insert into app.plans (name) values (${`Plano ${unique()}`}) returning id`
  ))[0]!.id;
}
/**
 * Proven where there is a provider to sign in to (secrets.proof.ts), a device that signs (features/factors/routes.test.ts), a file
 * with rows (features/contact-lists/upload.test.ts), and a conversation that a failed integration let go (features/integrations).
 */
const elsewhere = (e: Endpoint) =>
  nameOf(e) === "POST /facebook" ||
  /^\/second-factor\/|^\/contact-lists\/.*(columns|upload)$|\/check$|\/again$/.test(e.path);

interface Row {
  user_id: number;
  address: string;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
  at: Date;
}
const rows = () => withTenant({ companyId: world.companyId }, (tx) => tx<Row[]>`select * from app.audit order by id`);
const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC"),
  (c) => c.charCodeAt(0),
);
/** A call that takes files is sent as the form it is. */
function formOf(field: string, body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  form.set(field, new File([png], "figura.png", { type: "image/png" }));
  return form;
}
async function send(e: Endpoint, call: Parts, headers: Record<string, string> = {}) {
  const form = e.upload ? formOf(e.upload, call.body ?? {}) : null;
  const request = new Request(`http://localhost${pathOf(e, call.params)}`, {
    method: e.method,
    headers: {
      authorization: `Bearer ${world.person.token}`,
      ...(form ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: form ?? (call.body ? jsonOf(call.body) : undefined),
  });
  const response = await api.http.fetch(request, { remoteAddr: { hostname: "198.51.100.7" } });
  return { status: response.status, text: await response.text() };
}

describe("each change of administration", () => {
  test.each(audited.filter((e) => !elsewhere(e)).map((e) => [nameOf(e), e] as const))(
    "%s leaves one row",
    async (name, e) => {
      world = await makeWorld({ super: true });
      const call = ownCall(e, world);
      await needs[name]?.(call);
      const { status, text } = await send(e, call, { "idempotency-key": "once" });
      expect(status, text).toBe(e.status ?? 200);
      const [row, ...more] = await rows();
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        user_id: world.userId,
        address: "198.51.100.7",
        action: name,
        target: pathOf(e, call.params),
        at: expect.any(Date),
      });
      expect(Math.abs(Date.now() - row!.at.getTime())).toBeLessThan(60_000);
      expect(JSON.stringify(row)).not.toMatch(new RegExp(`${SECRET}|T{30}`));
      if (call.body) expect(row!.after).toMatchObject({});
      // The row describes an existing record as it was, unless the call makes one in a collection.
      if (/^(PUT|DELETE)/.test(name) && !/whatsappsession|sessions|version/.test(name)) {
        expect(row!.before, "before")
          .toBeTruthy();
      }
      expect((await send(e, call, { "idempotency-key": "once" })).status).toBe(e.status ?? 200);
      // A repeated change under its key leaves no second row; a repeated export does, because the data was read twice.
      expect(await rows()).toHaveLength(e.method === "GET" ? 2 : 1);
    },
  );

  // They name nothing that could be refused.
  const unrefusable = ["DELETE /companyExport", "DELETE /support", "POST /companyExport", "POST /whatsapp-restart"];
  test("a refused change leaves no row", async () => {
    world = await makeWorld();
    for (const e of audited) {
      const call = ownCall(e, world);
      for (const field of Object.keys(call.params)) call.params[field] = 8_000_000_000_001;
      if (call.body) call.body = { nothing: true, name: "" };
      const { status } = await send(e, call);
      if (status >= 400 || e.method === "GET") continue;
      expect([...unrefusable, "PUT /whatsapp/{id}"], nameOf(e)).toContain(nameOf(e));
    }
    const changes = (await rows()).map((row) => row.action).filter((action) => !action.startsWith("GET "));
    expect(changes.sort()).toEqual(unrefusable);
  });
});
