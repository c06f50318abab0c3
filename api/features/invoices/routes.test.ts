import { describe, expect, test } from "vitest";
import { reais } from "../../contract/rules/billing.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { has, readFrames } from "../../core/testing/stream.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { invoices } from "./contract.ts";
import { monthsBetween } from "./testing-months.ts";

// The way to pay and the operator's list are the platform's, so nobody else may be at them.
await ownDatabase();
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
/** The platform's own company is the first that is made. */
const boss = await someone({ super: true, dueAt: null });

interface Given {
  dueAt?: Date;
  amount?: string;
  columns?: Record<string, string | number | null>;
}
/** An admin of a company with a plan of this price. */
async function customer({ dueAt = inDays(3), amount = "99.90", columns = {} }: Given = {}): Promise<Person> {
  const person = await someone({ dueAt });
  await asPlatform(async (tx) => {
    await tx`update app.plans p set amount = ${amount} from app.companies c where c.plan_id = p.id and c.id = ${person.companyId}`;
    if (Object.keys(columns).length) await tx`update app.companies set ${tx(columns)} where id = ${person.companyId}`;
  });
  return person;
}
const company = async ({ companyId }: Person) =>
  (await asPlatform((tx) =>
    tx<
      { due: Date; day: number | null; seats: number | null; lines: number | null; plan: number }[]
    >`select due_at as due, due_day as day, seats, lines, plan_id as plan from app.companies where id = ${companyId}`
  ))[0]!;
const events = ({ companyId }: Person) =>
  withTenant({ companyId }, (tx) =>
    tx<{ payload: { date: string; invoiceId: number }; audience: string[] }[]>`
      select payload, audience from app.events where name = ${`company-${companyId}-payment`}`);
const subscribe = (person: Person, body: object = {}) => person.call(invoices.subscribe, { body });
const trail = ({ companyId }: Person) =>
  withTenant({ companyId }, (tx) => tx<{ after: unknown }[]>`select after from app.audit`);

describe("who pays by hand", () => {
  test("gets an invoice of the period after the due date, and the same one when asked again", async () => {
    const ana = await customer({ columns: { recurrence: "TRIMESTRAL" } });
    await boss.call(invoices.setGateway, {
      params: { kind: "manual" },
      body: { active: true, instructions: "Pix para financeiro@exemplo.com.br" },
    });
    const first = await subscribe(ana);
    expect(first).toMatchObject({
      valor: { original: reais(3 * 9990) },
      qrcode: { qrcode: "" },
      link: "",
      instructions: "Pix para financeiro@exemplo.com.br",
    });
    expect(await subscribe(ana)).toEqual(first);
    const { invoices: [one], count } = await ana.call(invoices.list);
    expect([count, one]).toMatchObject([1, { id: first.invoiceId, status: "Pendente", value: 299.7 }]);
    expect(await ana.call(invoices.subscription)).toMatchObject({
      provider: "manual",
      value: 299.7,
      openInvoiceId: first.invoiceId,
      inUse: { users: 1, connections: 0, queues: 0 },
      custom: { price: 49, users: 3, connections: 3, perUser: 11, perConnection: 20 },
    });
  });

  test("is told when the operator says that it was paid, also with an expired company, whose admin signs on again", async () => {
    const ana = await customer({ dueAt: inDays(-1) });
    await expect(ana.fetch("/api/tickets")).resolves.toMatchObject({ status: 402 });
    const { invoiceId } = await subscribe(ana);
    const was = await company(ana);
    const done = await boss.call(invoices.markPaid, { params: { id: invoiceId } });
    expect(done).toMatchObject({
      status: "Pago",
      companyId: ana.companyId,
      provider: "manual",
      paidBy: expect.stringMatching(/^Person/),
    });
    const now = await company(ana);
    expect(monthsBetween(was.due, now.due)).toBe(1);
    const [event] = await events(ana);
    expect(event).toMatchObject({ payload: { action: "CONCLUIDA", invoiceId, date: now.due.toISOString() } });
    expect(event!.audience).toEqual(expect.arrayContaining(["company", "expired:company"]));
    expect((await ana.fetch("/api/tickets")).status).toBe(200);
    await expect(boss.call(invoices.markPaid, { params: { id: invoiceId } })).rejects.toMatchObject({
      code: "ERR_ALREADY_IN_STATE",
    });
    expect(await events(ana)).toHaveLength(1);
  });

  test("an expired company's open page hears of the payment", async () => {
    const ana = await customer({ dueAt: inDays(-1) });
    const { invoiceId } = await subscribe(ana);
    const heard = readFrames(ana, {}, (frames) => {
      if (frames.length === 1) void boss.call(invoices.markPaid, { params: { id: invoiceId } });
      return has(`company-${ana.companyId}-payment`)(frames);
    });
    const { frames } = await heard;
    expect(frames.at(-1)!.data).toMatchObject({ action: "CONCLUIDA", invoiceId });
  });

  test("pays from today where the whole period passed meanwhile", async () => {
    const ana = await customer({ dueAt: inDays(-70) });
    const { invoiceId } = await subscribe(ana);
    await boss.call(invoices.markPaid, { params: { id: invoiceId } });
    const { due } = await company(ana);
    expect(due > inDays(26) && due < inDays(32)).toBe(true);
    const one = await ana.call(invoices.show, { params: { id: invoiceId } });
    expect(one.periodEnd > new Date().toISOString().slice(0, 10)).toBe(true);
  });

  test("pays once when two operators say so at the same time", async () => {
    const ana = await customer();
    const { invoiceId } = await subscribe(ana);
    const both = await Promise.allSettled(
      [1, 2].map(() => boss.call(invoices.markPaid, { params: { id: invoiceId } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await events(ana)).toHaveLength(1);
  });
});

describe("another plan", () => {
  test("of one's own choice costs by people and connections, and is had from the payment on", async () => {
    const ana = await customer();
    const plan = JSON.stringify({ custom: true, title: "Personalizado", price: 1 });
    const asked = await subscribe(ana, { plan, users: "5", connections: 4, price: 1 });
    expect(asked.valor.original).toBe("91.00");
    expect(await company(ana)).toMatchObject({ seats: null, lines: null });
    // Who only asks again keeps what they wished.
    expect(await subscribe(ana)).toEqual(asked);
    await boss.call(invoices.markPaid, { params: { id: asked.invoiceId } });
    expect(await company(ana)).toMatchObject({ seats: 5, lines: 4 });
    expect((await ana.call(invoices.subscription)).value).toBe(91);
  });

  test("is wished by other numbers alone, as apps that name no plan say it, and not by those one has", async () => {
    const ana = await customer();
    const { plan } = await ana.call(invoices.subscription);
    const numbers = { users: plan.users, connections: plan.connections };
    expect((await subscribe(ana, { plan: '{"title":"Atual"}', ...numbers })).valor.original).toBe("99.90");
    expect((await subscribe(ana, { plan: '{"title":"Outro"}', users: 4, connections: 3 })).valor.original).toBe(
      "60.00",
    );
  });

  test("withdraws the invoice there was, and going back makes the old price again", async () => {
    const ana = await customer();
    const first = await subscribe(ana);
    const other = await subscribe(ana, { plan: { custom: true }, users: 3, connections: 3 });
    expect(other.invoiceId).not.toBe(first.invoiceId);
    const { plan } = await company(ana);
    const back = await subscribe(ana, { plan: { planId: plan }, invoiceId: other.invoiceId });
    expect([first.valor.original, other.valor.original, back.valor.original]).toEqual(["99.90", "49.00", "99.90"]);
    const { invoices: shown } = await ana.call(invoices.list);
    expect(shown.map(({ id }) => id)).toEqual([back.invoiceId]);
    expect(await boss.call(invoices.all, { query: { companyId: ana.companyId, status: "Cancelado" } })).toMatchObject({
      count: 2,
    });
  });

  test("is refused where it is too small, unknown, nobody's to choose, or of too few", async () => {
    const ana = await customer();
    for (let n = 0; n < 3; n++) await someone({ colleagueOf: ana });
    const [secret] = await asPlatform((tx) =>
      tx<{ id: number }[]>`insert into app.plans (name, is_public) values (${crypto.randomUUID()}, false) returning id`
    );
    const refused = (body: object) => subscribe(ana, body).then(() => "", ({ code }) => code);
    expect(await refused({ plan: { custom: true }, users: 3, connections: 3 })).toBe("ERR_PLAN_LIMIT");
    expect(await refused({ plan: { planId: 999_999 } })).toBe("ERR_NO_PLAN_FOUND");
    expect(await refused({ plan: { planId: secret!.id } })).toBe("ERR_NO_PLAN_FOUND");
    expect(await refused({ plan: { custom: true } })).toBe("ERR_VALIDATION");
    expect(await refused({ plan: "não é JSON" })).toBe("ERR_VALIDATION");
    expect(await refused({ zipcode: "123.456.789-00" })).toBe("ERR_VALIDATION");
    expect(await refused({ zipcode: "12.ABC.345/01DE-35", plan: "" })).toBe("");
  });
});

test("a card's data is in no table, no trail and no repeat", async () => {
  const ana = await customer();
  const body = { nameOnCard: "ANA MARCADA", cardNumber: "4111 1111 1111 1234", cvv: "987", firstName: "Ana" };
  const key = crypto.randomUUID();
  const ask = () => ana.call(invoices.subscribe, { body }, { "idempotency-key": key });
  expect(await ask()).toEqual(await ask());
  const kept = JSON.stringify([
    await trail(ana),
    await withTenant(ana, (tx) => tx`select * from app.idempotency_keys`),
    await withTenant(ana, (tx) => tx`select * from app.invoices`),
  ]);
  expect(kept).toContain("Ana");
  expect(kept).not.toMatch(/MARCADA|4111|987"/);
});

describe("nothing is to be paid", () => {
  test.each([
    ["without a due date", { columns: { due_at: null } }],
    ["for a plan that is free", { amount: "0" }],
  ])("%s", async (_, given) => {
    const ana = await customer(given);
    await expect(subscribe(ana)).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
    expect(await ana.call(invoices.subscription)).toMatchObject({ value: 0, openInvoiceId: null });
  });

  test("for an invoice of another company, or one that is paid", async () => {
    const [ana, bia] = [await customer(), await customer()];
    const { invoiceId } = await subscribe(ana);
    await expect(subscribe(bia, { invoiceId })).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
    await expect(bia.call(invoices.show, { params: { id: invoiceId } })).rejects.toMatchObject({ status: 404 });
    await boss.call(invoices.markPaid, { params: { id: invoiceId } });
    await expect(subscribe(ana, { invoiceId })).rejects.toMatchObject({ code: "ERR_ALREADY_IN_STATE" });
  });
});

describe("the operator", () => {
  test("withdraws what is open, gives back what is paid, and neither the other way round", async () => {
    const ana = await customer();
    const { invoiceId: id } = await subscribe(ana);
    const code = (call: Promise<unknown>) => call.then(() => "", (error) => error.code);
    expect(await code(boss.call(invoices.markRefunded, { params: { id } }))).toBe("ERR_ALREADY_IN_STATE");
    expect(await boss.call(invoices.markVoid, { params: { id } })).toMatchObject({ status: "Cancelado" });
    expect(await code(boss.call(invoices.markPaid, { params: { id } }))).toBe("ERR_ALREADY_IN_STATE");
    const { invoiceId: next } = await subscribe(ana);
    await boss.call(invoices.markPaid, { params: { id: next } });
    const { due } = await company(ana);
    expect(await boss.call(invoices.markRefunded, { params: { id: next } })).toMatchObject({ status: "Devolvido" });
    expect((await company(ana)).due).toEqual(due);
  });

  test("finds invoices by company, month and words, with sums and a workbook", async () => {
    const ana = await customer({ dueAt: new Date("2031-02-28T15:00:00Z"), amount: "0.10" });
    const { invoiceId } = await subscribe(ana);
    const found = await boss.call(invoices.all, { query: { companyId: ana.companyId, month: "2031-02" } });
    expect(found).toMatchObject({ count: 1, invoices: [{ id: invoiceId, value: 0.1, periodEnd: "2031-03-28" }] });
    expect((await boss.call(invoices.all, { query: { companyId: ana.companyId, month: "2031-03" } })).count).toBe(0);
    await boss.call(invoices.markPaid, { params: { id: invoiceId } });
    const { months } = await boss.call(invoices.months);
    expect(months).toHaveLength(14);
    expect(months[11]!.earned).toBeGreaterThanOrEqual(0.1);
    const sheet = await boss.fetch(`/api/invoices/export?companyId=${ana.companyId}`);
    expect((await sheet.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  });

  test("sets a way to pay without ever reading its secrets again", async () => {
    const params = { kind: "stripe" } as const;
    const refused = boss.call(invoices.setGateway, { params, body: { active: true } });
    await expect(refused).rejects.toMatchObject({ code: "ERR_VALIDATION" });
    const set = await boss.call(invoices.setGateway, { params, body: { secretKey: "sk_test_MARKED" } });
    expect(set).toMatchObject({ active: false, ready: true, set: ["secretKey"] });
    const kept = await boss.call(invoices.setGateway, {
      params,
      body: { secretKey: "", webhookSecret: "whsec_MARKED" },
    });
    expect(kept.set).toEqual(["secretKey", "webhookSecret"]);
    const seen = JSON.stringify([
      await boss.call(invoices.gateways),
      await trail(boss),
      await asPlatform((tx) => tx`select settings, encode(sealed, 'escape') as sealed from app.gateways`),
    ]);
    expect(seen).not.toContain("MARKED");
  });
});

test("a plain user, and an admin who is no operator, are refused", async () => {
  const ana = await customer();
  const beto = await someone({ colleagueOf: ana });
  await expect(beto.call(invoices.list)).rejects.toMatchObject({ status: 403 });
  await expect(ana.call(invoices.all)).rejects.toMatchObject({ status: 403 });
  await expect(ana.call(session.me)).resolves.toBeDefined();
});
