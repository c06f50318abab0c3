// Payments against providers at their network edge: a paid period counts once, an unpaid one never, whatever calls come or do not.
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { wallTime } from "../../contract/rules/wall-time.ts";
import { invoices } from "./contract.ts";
import { makeDue } from "./daily.ts";
import { efi } from "./gateways/efi.ts";
import { gateway } from "./gateways/store.ts";
import { answerCallbacks, pollCharges } from "./charges/outcomes.ts";
import { monthsBetween } from "./testing-months.ts";
import { CALL_SECRET, older, payBy, standIn } from "./testing.ts";

await ownDatabase();
const boss = await someone({ super: true, dueAt: null });
const { api } = await testApp();
const stand = standIn();
beforeEach(() => void (stand.fail.length = 0));
const kinds = ["efi", "mercadopago", "stripe"] as const;
const DAY_MS = 86_400_000;

async function customer(dueInDays = 3): Promise<Person> {
  const person = await someone({ dueAt: new Date(Date.now() + dueInDays * DAY_MS) });
  await asPlatform((tx) =>
    tx`update app.plans p set amount = 49.90 from app.companies c where c.plan_id = p.id and c.id = ${person.companyId}`
  );
  await asPlatform((tx) => tx`update app.companies set email = 'ana@exemplo.com.br' where id = ${person.companyId}`);
  return person;
}
const due = async ({ companyId }: Person) =>
  (await asPlatform((tx) => tx<{ at: Date }[]>`select due_at as at from app.companies where id = ${companyId}`))[0]!.at;
const charges = ({ companyId }: Person) =>
  asPlatform((tx) =>
    tx<{ ref: string; remote: string; status: string; invoiceId: number }[]>`
      select ref, remote, status, invoice_id as "invoiceId" from app.charges where company_id = ${companyId} order by id`
  );
const told = ({ companyId }: Person) =>
  asPlatform((tx) => tx`select 1 from app.events where name = ${`company-${companyId}-payment`}`);
const press = (person: Person, body: object = {}) => person.call(invoices.subscribe, { body });
const paths = { efi: "/webhooks/pix", mercadopago: "/webhooks/mercadopago", stripe: "/webhooks/stripe" };
const hmac = (text: string) => createHmac("sha256", CALL_SECRET).update(text).digest("hex");
/** A call back as its provider signs it, and all that follows from it. */
async function callBack(kind: typeof kinds[number], { ref, remote }: { ref: string; remote: string }): Promise<number> {
  const body = {
    efi: { pix: [{ endToEndId: "E1", txid: ref, valor: "9999.99" }, { txid: "de outro" }] },
    mercadopago: { action: "payment.updated", type: "payment", data: { id: remote } },
    stripe: { id: "evt_1", type: "checkout.session.completed", data: { object: { id: remote } } },
  }[kind];
  const text = JSON.stringify(body);
  const at = Math.floor(Date.now() / 1000);
  const signed: Record<string, string> = {
    efi: {},
    mercadopago: { "x-request-id": "r", "x-signature": `ts=${at},v1=${hmac(`request-id:r;ts:${at};`)}` },
    stripe: { "stripe-signature": `t=${at},v1=${hmac(`${at}.${text}`)}` },
  }[kind];
  const sent = { method: "POST", body: text, headers: { "content-type": "application/json", ...signed } };
  const { status } = await api.http.fetch(new Request(`http://localhost${paths[kind]}`, sent));
  for (let tries = 0; tries < 100; tries++) {
    const waiting = await asPlatform((tx) =>
      tx`update app.payment_events set try_at = now() where event = ${ref} and settled_at is null returning 1`
    );
    if (!waiting.length) break;
    await answerCallbacks();
    // Another asking, begun by the call itself, may be at it.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return status;
}

describe.each(kinds)("%s", (kind) => {
  test("collects once however often one presses, is asked when it calls, and the period is paid once", async () => {
    await payBy(boss, kind);
    const ana = await customer();
    const was = await due(ana);
    const [first, second] = [await press(ana, { zipcode: "123.456.789-09" }), await press(ana)];
    expect(second).toEqual(first);
    expect(first.valor.original).toBe("49.90");
    expect(first.qrcode.qrcode || first.link).toBeTruthy();
    const [charge, ...more] = await charges(ana);
    expect([more, charge!.ref]).toEqual([[], expect.stringMatching(/^[a-zA-Z0-9]{32}$/)]);

    expect(await callBack(kind, charge!)).toBe(200);
    expect(await due(ana)).toEqual(was);
    stand.bills.get(charge!.ref)!.paid.push(4990);
    for (let n = 0; n < 3; n++) expect(await callBack(kind, charge!)).toBe(200);
    expect((await due(ana)) > new Date(was.getTime() + 27 * DAY_MS)).toBe(true);
    expect((await due(ana)) < new Date(was.getTime() + 32 * DAY_MS)).toBe(true);
    expect(await told(ana)).toHaveLength(1);
    expect(await ana.call(invoices.show, { params: { id: first.invoiceId } })).toMatchObject({
      status: "Pago",
      charge: null,
    });

    stand.bills.get(charge!.ref)!.refunded = true;
    await callBack(kind, charge!);
    const paidUntil = await due(ana);
    const { invoices: [refunded] } = await boss.call(invoices.all, { query: { companyId: ana.companyId } });
    expect([refunded, await due(ana)]).toMatchObject([{ status: "Devolvido", note: "refunded" }, paidUntil]);
  });

  test("two presses at the same moment are one charge", async () => {
    await payBy(boss, kind);
    const ana = await customer();
    const [one, other] = await Promise.all([press(ana), press(ana)]);
    expect([other.invoiceId, other.qrcode, other.link]).toEqual([one.invoiceId, one.qrcode, one.link]);
    expect(await charges(ana)).toHaveLength(1);
  });

  test("is asked by itself where its call was lost", async () => {
    await payBy(boss, kind);
    const ana = await customer();
    const was = await due(ana);
    await press(ana);
    const [charge] = await charges(ana);
    stand.bills.get(charge!.ref)!.paid.push(4990);
    await pollCharges();
    expect(await due(ana)).toEqual(was);
    await older(ana.companyId, "6 minutes");
    await pollCharges();
    expect(await due(ana)).not.toEqual(was);
  });

  test("an answer that was lost on its way is had by pressing again, and makes no second charge", async () => {
    await payBy(boss, kind);
    const ana = await customer();
    stand.fail.push("lost");
    await expect(press(ana)).rejects.toMatchObject({ code: "ERR_PROVIDER_UNREACHABLE" });
    expect(await press(ana)).toMatchObject({ valor: { original: "49.90" } });
    expect(await charges(ana)).toHaveLength(1);
  });

  test.each([[401, "ERR_PROVIDER_AUTH"], [429, "ERR_PROVIDER_RATE_LIMITED"], [500, "ERR_PROVIDER_UNREACHABLE"]])(
    "its refusal with %i is told as %s",
    async (status, code) => {
      await payBy(boss, kind);
      const ana = await customer();
      stand.fail.push(status);
      await expect(press(ana)).rejects.toMatchObject({ code });
      stand.fail.push(status);
      expect(await boss.call(invoices.testGateway, { params: { kind }, body: {} })).toMatchObject(
        kind === "efi" ? { ok: true } : { ok: false, detail: expect.stringContaining(String(status)) },
      );
    },
  );

  test("what was withdrawn at our side is withdrawn there, and its payment is the operator's to decide", async () => {
    await payBy(boss, kind);
    const ana = await customer();
    await press(ana);
    const other = await press(ana, { plan: { custom: true }, users: 3, connections: 3 });
    const [old, live] = await charges(ana);
    await older(ana.companyId, "2 minutes");
    await pollCharges();
    expect([stand.bills.get(old!.ref)!.gone, stand.bills.get(live!.ref)!.gone]).toEqual([true, false]);
    const was = await due(ana);
    stand.bills.get(old!.ref)!.paid.push(4990);
    await callBack(kind, old!);
    expect(await due(ana)).toEqual(was);
    const { invoices: all } = await boss.call(invoices.all, { query: { companyId: ana.companyId } });
    expect(all.map(({ id, note, status }) => [id === other.invoiceId, note, status])).toEqual(
      expect.arrayContaining([[true, "", "Pendente"], [false, "paid_void", "Cancelado"]]),
    );
  });
});

test("another charge is made after the first ran out, and two payments count once", async () => {
  await payBy(boss, "efi");
  const ana = await customer();
  await press(ana);
  await older(ana.companyId, "25 hours");
  await press(ana);
  const both = await charges(ana);
  expect(new Set(both.map(({ ref }) => ref)).size).toBe(2);
  for (const { ref } of both) stand.bills.get(ref)!.paid.push(4990);
  await callBack("efi", both[0]!);
  const once = await due(ana);
  await callBack("efi", both[1]!);
  expect(await due(ana)).toEqual(once);
  const { invoices: [one] } = await boss.call(invoices.all, { query: { companyId: ana.companyId } });
  expect(one).toMatchObject({ status: "Pago", note: "paid_twice" });
});

describe("a company whose tax number is known", () => {
  const known = async () => {
    const ana = await customer();
    await asPlatform((tx) => tx`update app.companies set document = '11222333000181' where id = ${ana.companyId}`);
    return ana;
  };
  const asked = (from: number) => stand.asked.slice(from).filter((one) => one.includes("/v2/cob"));

  test("pays an invoice by a code that is good until after the due date", async () => {
    await payBy(boss, "efi");
    const ana = await known();
    const before = stand.asked.length;
    const { expiresAt } = await press(ana);
    const [charge] = await charges(ana);
    expect(charge!.remote).toBe(`cobv:${charge!.ref}`);
    expect(stand.bills.get(charge!.ref)!.calendar).toEqual({
      dataDeVencimento: wallTime(await due(ana), "America/Sao_Paulo").date,
      validadeAposVencimento: 20,
    });
    expect(Date.parse(expiresAt!) - (await due(ana)).getTime()).toBeGreaterThan(20 * DAY_MS);
    await older(ana.companyId, "25 hours");
    await press(ana);
    expect(await charges(ana)).toHaveLength(1);
    stand.bills.get(charge!.ref)!.paid.push(4990);
    await callBack("efi", charge!);
    expect(new Set(asked(before))).toEqual(new Set([`PUT /v2/cobv/${charge!.ref}`, `GET /v2/cobv/${charge!.ref}`]));
    expect(await told(ana)).toHaveLength(1);
  });

  test.each(["refused", "forbidden"] as const)(
    "pays by one that is good for a day where others are %s, also where an answer was lost",
    async (why) => {
      await payBy(boss, "efi");
      const ana = await known();
      stand.noDueDates = why;
      await press(ana);
      // As where the answer did not come.
      await asPlatform((tx) => tx`update app.charges set remote = '' where company_id = ${ana.companyId}`);
      await older(ana.companyId, "6 minutes");
      await pollCharges();
      await press(ana);
      stand.noDueDates = undefined;
      const [charge, ...more] = await charges(ana);
      expect([charge!.remote, more]).toEqual([charge!.ref, []]);
      expect(stand.bills.get(charge!.ref)!.calendar).toEqual({ expiracao: 86_400 });
    },
  );

  test("pays by one that is good for a day where the due date has passed", async () => {
    await payBy(boss, "efi");
    const late = await known();
    await asPlatform((tx) =>
      tx`update app.companies set due_at = now() - interval '2 days' where id = ${late.companyId}`
    );
    await press(late);
    const [charge] = await charges(late);
    expect(charge!.remote).toBe(charge!.ref);
    expect(stand.bills.get(charge!.ref)!.calendar).toEqual({ expiracao: 86_400 });
  });

  test("has the one charge whose answer was lost by pressing again", async () => {
    await payBy(boss, "efi");
    const ana = await known();
    stand.fail.push("lost");
    await expect(press(ana)).rejects.toThrow();
    const { qrcode } = await press(ana);
    const [charge, ...more] = await charges(ana);
    expect([charge!.remote, more]).toEqual([`cobv:${charge!.ref}`, []]);
    expect(qrcode.qrcode).toBe(`000201${charge!.ref}`);
  });
});

test("Efí's calls are registered without a certificate, and with one where the operator says so", async () => {
  await payBy(boss, "efi");
  const register = async (callbackMtls?: "yes" | "no") => {
    if (callbackMtls) await boss.call(invoices.setGateway, { params: { kind: "efi" }, body: { callbackMtls } });
    const { settings } = await asPlatform((tx) => gateway(tx, "efi"));
    await efi.test(settings, "https://recado.exemplo.com.br/webhooks/pix");
    return stand.registered!.get("x-skip-mtls-checking");
  };
  expect(await register()).toBe("true");
  expect(await register("yes")).toBeNull();
  expect(await register("no")).toBe("true");
});

test("calls of nobody, about nothing, or signed by somebody else change nothing and ask nobody", async () => {
  await payBy(boss, "efi");
  await boss.call(invoices.setGateway, {
    params: { kind: "stripe" },
    body: { webhookSecret: "whsec_x", secretKey: "sk" },
  });
  const asked = stand.asked.length;
  const post = async (path: string, body: BodyInit, headers = {}) =>
    (await api.http.fetch(new Request(`http://localhost${path}`, { method: "POST", body, headers }))).status;
  expect(await post("/webhooks/pix", JSON.stringify({ evento: "teste_webhook" }))).toBe(200);
  expect(await post("/webhooks/pix/pix", JSON.stringify({ pix: [{ txid: "x\u0000" }, null, 7, { txid: 3 }] }))).toBe(
    200,
  );
  expect(await post("/webhooks/pix?hmac=x&ignorar=/pix", "não é JSON")).toBe(200);
  expect(await post("/webhooks/mercadopago?data.id=1", "")).toBe(401);
  expect(await post("/webhooks/stripe", "{}", { "stripe-signature": "t=1,v1=00" })).toBe(401);
  expect(await post("/webhooks/stripe", new Uint8Array(2 * 1024 * 1024))).toBe(413);
  expect(stand.asked).toHaveLength(asked);
  expect(await asPlatform((tx) => tx`select 1 from app.payment_events where settled_at is null`)).toEqual([]);
});

test.each(kinds)(
  "%s calls again after a year, and with somebody else's bill: nothing is counted twice",
  async (kind) => {
    await payBy(boss, kind);
    const [ana, bia] = [await customer(), await customer()];
    await press(ana);
    await press(bia);
    const [[hers], [others]] = [await charges(ana), await charges(bia)];
    stand.bills.get(hers!.ref)!.paid.push(4990);
    await callBack(kind, hers!);
    const [paidUntil, unpaid] = [await due(ana), await due(bia)];
    await older(ana.companyId, "1 year");
    await asPlatform((tx) =>
      tx`update app.payment_events set received_at = received_at - interval '1 year', settled_at = settled_at - interval '1 year'`
    );
    expect(await callBack(kind, hers!)).toBe(200);
    // A bill of another installation at the same bank, and her reference under another's number.
    await callBack(kind, { ref: "recado99999999x1x0123456789abcdef", remote: "999999999999" });
    await callBack(kind, { ref: others!.ref, remote: hers!.remote });
    expect([await due(ana), await due(bia)]).toEqual([paidUntil, unpaid]);
    expect([(await told(ana)).length, (await told(bia)).length]).toEqual([1, 0]);
  },
);

test.each([...Object.values(paths), "/webhooks/pix/pix"])("%s takes no call of ten megabytes", async (path) => {
  const asked = stand.asked.length;
  const body = new Uint8Array(10 * 1024 * 1024).fill(0x20);
  const { status } = await api.http.fetch(new Request(`http://localhost${path}`, { method: "POST", body }));
  expect([status, stand.asked.length]).toEqual([413, asked]);
});

test("a company gets its invoice a week before, not during its trial, once, and anew when its plan changes", async () => {
  const [soon, late, trial] = [await customer(6), await customer(20), await customer(6)];
  await asPlatform((tx) =>
    tx`update app.companies set created_at = now() - interval '1 year' where id in (${soon.companyId}, ${late.companyId})`
  );
  await makeDue();
  await makeDue();
  const of = async (person: Person) => (await person.call(invoices.list)).invoices;
  expect([await of(soon), await of(late), await of(trial)].map(({ length }) => length)).toEqual([1, 0, 0]);
  const [first] = await of(soon);
  await asPlatform((tx) => tx`update app.companies set recurrence = 'ANUAL' where id = ${soon.companyId}`);
  await makeDue();
  expect(await of(soon)).toMatchObject([{ value: 598.8, status: "Pendente" }]);
  expect((await of(soon))[0]!.id).not.toBe(first!.id);
});

/** What may happen to the payments of a company, in any order. */
const steps = fc.constantFrom(
  ...[
    "press",
    "pay",
    "pay less",
    "pay again",
    "call",
    "call twice",
    "forge",
    "poll",
    "refund",
    "run out",
    "lose",
    "change plan",
  ] as const,
);
test(
  "whatever happens in whatever order, every period that the provider has the money for counts once and no other",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 3, maxLength: 14 }),
        fc.constantFrom(...kinds),
        async (happens, kind) => {
          await payBy(boss, kind);
          const ana = await customer();
          const start = await due(ana);
          let custom = false;
          const last = async () => (await charges(ana)).at(-1);
          for (const step of happens) {
            const charge = await last();
            // Nobody pays on a page whose address was lost on its way here.
            const seen = charge && (kind !== "stripe" || charge.remote !== "");
            const bill = seen ? stand.bills.get(charge.ref) : undefined;
            if (step === "press") await press(ana).catch(() => {});
            if (step === "change plan") {
              custom = !custom;
              await press(ana, custom ? { plan: { custom: true }, users: 3, connections: 3 } : {}).catch(() => {});
            }
            if (step === "pay" && bill && !bill.gone && !bill.paid.length) bill.paid.push(bill.cents);
            if (step === "pay less" && bill && !bill.gone && !bill.paid.length) bill.paid.push(bill.cents - 1);
            if (step === "pay again" && bill?.paid.length) bill.paid.push(bill.cents);
            if (step === "refund" && bill?.paid.length) bill.refunded = true;
            if (step === "call" && charge) await callBack(kind, charge);
            if (step === "call twice" && charge) await Promise.all([callBack(kind, charge), callBack(kind, charge)]);
            if (step === "forge") await callBack(kind, { ref: charge?.ref ?? "x", remote: "" });
            if (step === "run out") await older(ana.companyId, "25 hours");
            if (step === "lose") stand.fail.push("lost");
            if (step === "poll") {
              await older(ana.companyId, "6 minutes");
              await pollCharges();
            }
          }
          stand.fail.length = 0;
          await older(ana.companyId, "6 minutes");
          await pollCharges();
          const all = await asPlatform((tx) =>
            tx<{ status: string; cents: number; chargeId: number | null; id: number }[]>`
          select id, status, cents, charge_id as "chargeId" from app.invoices where company_id = ${ana.companyId}`
          );
          const counted = all.filter(({ status }) => status === "paid" || status === "refunded");
          // No period without money, and none for less or more than it costs.
          for (const invoice of counted) {
            const paying = (await charges(ana)).filter(({ invoiceId, status }) =>
              invoiceId === invoice.id && status !== "open" && status !== "closed"
            );
            expect(paying.length).toBeGreaterThan(0);
            expect(paying.some(({ ref }) => stand.bills.get(ref)!.paid[0] === invoice.cents)).toBe(true);
          }
          // The due date moved by a month for each, and everybody was told as often.
          expect([monthsBetween(start, await due(ana)), (await told(ana)).length]).toEqual([
            counted.length,
            counted.length,
          ]);
          // Money of the right amount for an invoice that waits is never left lying.
          for (const { ref, invoiceId } of await charges(ana)) {
            const bill = stand.bills.get(ref);
            const waits = all.some(({ id, status }) => id === invoiceId && status === "open");
            if (waits && bill && bill.paid.length === 1 && !bill.refunded) expect(bill.paid[0]).not.toBe(bill.cents);
          }
        },
      ),
      { numRuns: 30 },
    );
  },
  60_000,
);
