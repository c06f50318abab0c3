// Whatever happens while a service thinks, a customer gets one outcome: no late word, nobody mute (docs/product/integrations.md#a-turn).
import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { onTypedTo } from "../../core/live/type-to.ts";
import { makeConnection, makeQueue, someone } from "../../core/testing/api.ts";
import { messageEvent } from "../../core/testing/inbound.ts";
import { contacts } from "../contacts/contract.ts";
import { prompts } from "../prompts/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { integrations } from "./contract.ts";
import { standIn } from "./testing.ts";
import { begin, type Begun } from "./turn/begin.ts";
import { finish } from "./turn/finish.ts";
import { handOverLost } from "./sweep.ts";
import { work } from "./turn/work.ts";

const service = standIn(() => new Response(""));
const answer = (text: string) => ({
  webhook: Response.json({ output: text }),
  prompt: Response.json({ choices: [{ finish_reason: "stop", message: { content: text } }] }),
});
type Kind = "webhook" | "prompt";

/** A company whose connection is answered by a webhook or a model; `during` is done while it thinks. */
async function office(kind: Kind) {
  const admin = await someone();
  const { companyId } = admin;
  const line = await makeConnection(admin, "webchat");
  const queueIds = [await makeQueue(admin, "Vendas"), await makeQueue(admin, "Suporte")];
  const within = <T>(run: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, run);
  const { id } = kind === "webhook"
    ? await admin.call(integrations.create, { body: { type: "webhook", name: "Fluxo", urlN8N: `${service.url}/hook` } })
    : await admin.call(prompts.create, {
      body: { name: "Flora", queueId: queueIds[0]!, baseUrl: `${service.url}/v1` },
    });
  await within((tx) =>
    tx`update app.connections set ${tx({ [kind === "webhook" ? "integration_id" : "prompt_id"]: id })}`
  );
  const all = () =>
    within((tx) =>
      tx<
        {
          id: number;
          contactId: number;
          status: string;
          userId: number | null;
          queueId: number | null;
          leads: boolean;
        }[]
      >`
        select id, contact_id as "contactId", status, user_id as "userId", queue_id as "queueId", use_integration as leads
        from app.tickets order by id`
    );
  const o = {
    admin,
    queueIds,
    within,
    all,
    id,
    ticket: async () => (await all()).at(-1)!,
    says: (text: string, from = "ana") => receive(companyId, line, messageEvent({ connectionId: line, from, text })),
    turn: (ticketId: number) => work(companyId, { ticketId }),
    begin: async (ticketId: number) => await within((tx) => begin(tx, ticketId, new Date())) as Begun,
    /** Answers what `text` says, after this was done. */
    thinks: (during: () => Promise<unknown>, text = "tarde") => {
      service.reply = async () => {
        service.reply = () => answer(text)[kind].clone();
        await during();
        return answer(text)[kind].clone();
      };
    },
    got: async () =>
      (await within((tx) =>
        tx<{ body: string }[]>`select body from app.messages where data ->> 'auto' = 'integration' order by id`
      )).map(({ body }) => body),
    why: async () =>
      (await within((tx) => tx<{ detail: string }[]>`select detail from app.ticket_log where type = 'toPeople'`)).map(
        ({ detail }) => detail,
      ),
    asks: async (ticketId: number) =>
      (await asPlatform((tx) =>
        tx`select 1 from graphile_worker._private_jobs where (payload ->> 'companyId')::bigint = ${companyId}
          and key like ${`%integration:${ticketId}`}`
      )).length,
    planOff: () =>
      asPlatform((tx) =>
        tx`update app.plans set flags = flags || ${tx.json({ useIntegrations: false, useOpenAi: false })} where id = (
          select plan_id from app.companies where id = ${companyId})`
      ),
  };
  return o;
}
type Office = Awaited<ReturnType<typeof office>>;

const deeds: [string, (o: Office, id: number) => Promise<unknown>, object, string[]][] = [
  ["a person accepts", (o, id) => o.admin.call(tickets.update, { params: { id }, body: { status: "open" } }), {
    status: "open",
  }, []],
  ["a person closes it", (o, id) => o.admin.call(tickets.update, { params: { id }, body: { status: "closed" } }), {
    status: "closed",
  }, []],
  [
    "it is transferred",
    (o, id) =>
      o.admin.call(tickets.update, { params: { id }, body: { queueId: o.queueIds[1]!, isTransfered: true } as never }),
    { status: "pending" },
    [],
  ],
  ["the plan loses it", (o) => o.planOff(), { status: "pending" }, ["plan"]],
  [
    "who answers is deleted",
    (o) =>
      o.admin.call(prompts.remove, { params: { id: o.id } }).catch(() =>
        o.admin.call(integrations.remove, { params: { id: o.id } })
      ),
    { status: "pending" },
    ["deleted"],
  ],
];
const both: Kind[] = ["webhook", "prompt"];

test.each(both.flatMap((kind) => deeds.map((deed) => [kind, ...deed] as const)))(
  "a %s's answer is dropped when %s meanwhile, and people have the customer",
  async (kind, _, deed, ticket, why) => {
    const o = await office(kind);
    await o.says("Oi");
    const { id } = await o.ticket();
    o.thinks(() => deed(o, id));
    await o.turn(id);
    await o.turn(id);
    expect(await o.got()).toEqual([]);
    expect(await o.ticket()).toMatchObject({ ...ticket, leads: false });
    expect(await o.why()).toEqual(why);
  },
);

test.each(both)("a customer who writes again while a %s thinks gets two answers, in order", async (kind) => {
  const o = await office(kind);
  await o.says("Um");
  const { id } = await o.ticket();
  o.thinks(() => o.says("Dois"), "1");
  await o.turn(id);
  expect(await o.asks(id)).toBe(1);
  o.thinks(() => Promise.resolve(), "2");
  await o.turn(id);
  await o.turn(id);
  expect(await o.got()).toEqual(["1", "2"]);
});

test.each(both)("a %s whose process dies before or after its answer is asked again, and says it once", async (kind) => {
  const o = await office(kind);
  await o.says("Oi");
  const { id } = await o.ticket();
  const first = await o.begin(id);
  const second = await o.begin(id);
  expect(second.place.turnId).toBe(first.place.turnId);
  o.thinks(() => Promise.resolve(), "Olá");
  await o.turn(id);
  await o.turn(id);
  // The answer of the process that was thought dead comes all the same.
  const late = { parts: [{ text: "tarde" }], actions: [], place: { externalId: null, expects: null }, over: false };
  for (const begun of [first, second]) {
    await o.within((tx) =>
      finish(tx, begun, { answer: late, parts: [{ text: "tarde", file: null }], use: null, ms: 1, now: new Date() })
    );
  }
  expect(await o.got()).toEqual(["Olá"]);
  expect(await o.ticket()).toMatchObject({ status: "pending", leads: true });
});

test.each(both)("a ticket whose turn at a %s was set aside goes to people, once", async (kind) => {
  const o = await office(kind);
  await o.says("Oi");
  const { id } = await o.ticket();
  await handOverLost();
  expect(await o.ticket()).toMatchObject({ leads: true });
  await asPlatform((tx) =>
    tx`
      select graphile_worker.permanently_fail_jobs(array(select j.id from graphile_worker._private_jobs j
        where j.key = ${`${o.admin.companyId}:integration:${id}`}), 'its process died')`
  );
  await Promise.all([handOverLost(), handOverLost()]);
  await handOverLost();
  expect(await o.ticket()).toMatchObject({ status: "pending", userId: null, leads: false });
  expect(await o.why()).toEqual(["broken"]);
});

test("a turn whose process died after another was asked for is not lost: the other one answers", async () => {
  const o = await office("webhook");
  await o.says("Oi");
  const { id } = await o.ticket();
  const pool = `pool-${crypto.randomUUID()}`;
  const key = `${o.admin.companyId}:integration:${id}`;
  await asPlatform((tx) =>
    tx`update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now(), attempts = 1 where key = ${key}`
  );
  await o.says("Tem rosas?");
  await asPlatform((tx) => tx`select graphile_worker.force_unlock_workers(array[${pool}])`);
  await handOverLost();
  expect(await o.ticket()).toMatchObject({ leads: true });
  expect(await o.why()).toEqual([]);
  expect(await o.asks(id)).toBe(1);
});

test.each(both)("two conversations that a %s leads and that become one are answered once", async (kind) => {
  const o = await office(kind);
  await o.says("Oi, sou eu", "ana");
  await o.says("E eu também", "ana2");
  const [into, from] = await o.all();
  o.thinks(
    () => o.admin.call(contacts.merge, { params: { id: into!.contactId }, body: { contactId: from!.contactId } }),
    "Olá",
  );
  await o.turn(from!.id);
  expect(await o.got()).toEqual([]);
  const [left] = await o.all();
  expect(left).toMatchObject({ leads: true });
  expect(await o.asks(left!.id)).toBe(1);
  await o.turn(left!.id);
  await o.turn(left!.id);
  expect(await o.got()).toEqual(["Olá"]);
});

test("the customer sees that somebody types while a service thinks, and no longer", async () => {
  const o = await office("webhook");
  await o.says("Oi");
  const { id, contactId } = await o.ticket();
  const signs: [number, number, boolean][] = [];
  onTypedTo((to, on) => signs.push([to.ticketId, to.contactId, on]));
  o.thinks(() => Promise.resolve(expect(signs).toEqual([[id, contactId, true]])));
  await o.turn(id);
  await o.turn(id);
  onTypedTo(() => {});
  expect(signs.map(([, , on]) => on)).toEqual([true, false]);
});

test("words that are older than what the other conversation's flow has heard go to people", async () => {
  const o = await office("webhook");
  await o.says("Oi", "ana");
  await o.says("Antes", "ana2");
  await o.says("Depois", "ana");
  const [into, from] = await o.all();
  o.thinks(() => Promise.resolve(), "Olá");
  await o.turn(into!.id);
  await o.admin.call(contacts.merge, { params: { id: into!.contactId }, body: { contactId: from!.contactId } });
  expect(await o.all()).toMatchObject([{ leads: false, status: "pending" }]);
  expect(await o.why()).toEqual(["joined"]);
});

test("an admin sends the last call to the flow again, until a person has the customer", async () => {
  const o = await office("webhook");
  await o.says("Um");
  await o.says("Dois");
  const { id } = await o.ticket();
  service.reply = () => new Response("", { status: 500 });
  await o.turn(id);
  expect(await o.why()).toEqual(["status"]);
  const again = () => o.admin.call(integrations.again, { params: { id: o.id } });
  let said = "";
  service.reply = ({ json }) => {
    said = (json.data as { chatInput: string }).chatInput;
    return answer("Olá").webhook;
  };
  await again();
  expect(await o.ticket()).toMatchObject({ leads: true, status: "pending" });
  expect(await o.asks(id)).toBe(1);
  await o.turn(id);
  expect([said, await o.got()]).toEqual(["Um\nDois", ["Olá"]]);
  await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
  await expect(again()).rejects.toMatchObject({ code: "ERR_ALREADY_IN_STATE" });
});
