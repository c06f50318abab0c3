// R26: processes die while companies pay at three providers, whose calls come signed, forged, late, twice, out of order and not at all.
// A period that was paid with its amount counts once, one that was not never, and every company hears of each payment once.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { reais } from "../../contract/rules/billing.ts";
import { companies } from "../../features/companies/contract.ts";
import { invoices } from "../../features/invoices/contract.ts";
import { answerAsProvider, type Bill, type StandIn } from "../../features/invoices/testing-providers.ts";
import { monthsBetween } from "../../features/invoices/testing-months.ts";
import { plans } from "../../features/plans/contract.ts";
import { Chance, inWorld, pause, size, until, type World } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { Worker } from "../harness-office.ts";

const SECRET = "whsec_prova";
const CENTS = 4_990;
const settings = {
  efi: { pixKey: "financeiro@provas.local", clientId: "c", clientSecret: "s", certificate: "AAAA" },
  mercadopago: { accessToken: "APP_USR-x", webhookSecret: SECRET },
  stripe: { secretKey: "sk_test_x", webhookSecret: SECRET },
} as const;
type Kind = keyof typeof settings;
const kinds = Object.keys(settings) as Kind[];
const PASSWORD = "Provas-2026-padaria";

interface Payer {
  kind: Kind;
  id: number;
  admin: Worker;
  due: Date;
}
const hmac = (text: string) => createHmac("sha256", SECRET).update(text).digest("hex");

/** A provider's call about a bill, or one that somebody forged; its status, 0 where nobody answered. */
async function tell(world: World, kind: Kind, { ref, cents }: Bill, forged: boolean): Promise<number> {
  const sign = (text: string) => forged ? hmac(`${text}x`) : hmac(text);
  const id = String(Number.parseInt(ref.replace(/\D/g, "").slice(0, 12)));
  const ts = String(Math.floor(Date.now() / 1000));
  const stripe = JSON.stringify({ id: "evt_1", data: { object: { id: `cs_${ref}`, client_reference_id: ref } } });
  const [path, body, headers] = {
    efi: ["/webhooks/pix", JSON.stringify({ pix: [{ endToEndId: "E1", txid: ref, valor: reais(cents) }] }), {}],
    mercadopago: [
      `/webhooks/mercadopago?data.id=${id}&type=payment`,
      JSON.stringify({ action: "payment.updated", data: { id } }),
      { "x-request-id": "r", "x-signature": `ts=${ts},v1=${sign(`id:${id};request-id:r;ts:${ts};`)}` },
    ],
    stripe: ["/webhooks/stripe", stripe, { "stripe-signature": `t=${ts},v1=${sign(`${ts}.${stripe}`)}` }],
  }[kind] as [string, string, Record<string, string>];
  const sent = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
  return await fetch(`${world.bases[0]}${path}`, sent).then(async (answer) => {
    await answer.body?.cancel();
    return answer.status;
  }, () => 0);
}

test("R26: a paid period counts once whatever providers say, while processes are killed", async () => {
  const state: StandIn = { bills: new Map(), asked: [], fail: [] };
  const provider = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => answerAsProvider(state, request),
  );
  const at = `http://127.0.0.1:${provider.addr.port}`;
  try {
    await inWorld(["api,worker"], async (world) => {
      const chance = new Chance("R26");
      const boss = await Worker.signIn(world.bases);
      const plan = await boss.call(plans.create, {
        body: { name: "Pago", users: 3, connections: 3, queues: 3, amount: CENTS / 100 },
      });
      const payers: Payer[] = [];
      for (let n = 0; n < size(3, 60); n++) {
        const account = { email: `p${n}@provas.local`, password: PASSWORD };
        const dueDate = new Date(Date.now() + 3 * 86_400_000).toISOString();
        const { id, dueDate: due } = await boss.call(companies.create, {
          body: { name: `Pagadora ${n}`, planId: plan.id, dueDate, ...account },
        });
        payers.push({ kind: kinds[n % 3]!, id, admin: await Worker.signIn(world.bases, account), due: new Date(due!) });
      }
      const press = async ({ kind, admin }: Payer) => {
        await boss.call(invoices.setGateway, { params: { kind }, body: { active: true, ...settings[kind] } });
        // A provider's answer may be lost: then one presses again.
        await admin.call(invoices.subscribe, { body: {} }).catch(() => {});
      };
      // Nobody can pay a bill that they were never shown, because its answer was lost.
      const bills = async ({ id }: Payer) => {
        const rows = await world.sql<
          { ref: string }[]
        >`select ref from app.charges where company_id = ${id} and remote <> '' order by id`;
        return rows.map(({ ref }) => state.bills.get(ref)).filter((bill) => bill !== undefined);
      };
      const payFor = (bill: Bill) => void (!bill.gone && !bill.paid.length && bill.paid.push(bill.cents));
      const rounds = size(45, 1_500);
      let round = 0;
      const walking = (async () => {
        for (; round < rounds; round++) {
          const payer = payers[chance.between(0, payers.length - 1)]!;
          const bill = (await bills(payer)).at(-1);
          const step = ["press", "pay", "pay less", "pay again", "call", "call twice", "forge", "lose", "early"][
            chance.between(0, 8)
          ]!;
          if (step === "press" || !bill) await press(payer);
          else if (step === "pay") payFor(bill);
          else if (step === "pay less" && !bill.gone && !bill.paid.length && chance.next() < 0.3) bill.paid.push(1);
          else if (step === "pay again" && bill.paid.length) bill.paid.push(bill.cents);
          else if (step === "lose") state.fail.push("lost");
          else if (step === "forge") {
            const status = await tell(world, payer.kind, bill, true);
            expect(payer.kind === "efi" ? [0, 200, 503] : [0, 401, 503]).toContain(status);
          } else if (step === "call twice") {
            await Promise.all([tell(world, payer.kind, bill, false), tell(world, payer.kind, bill, false)]);
          } else await tell(world, payer.kind, bill, false);
          await pause(10);
        }
      })();
      const { hit } = await killing(world, chance, { times: size(2, 20), progress: () => round / rounds });
      await walking;
      console.log(`R26: killed ${hit.join(", ")}`);
      state.fail.length = 0;
      for (const payer of payers) {
        // In the end they pay who have not; a bill that was underpaid stays as it is.
        await press(payer);
        const all = await bills(payer);
        if (!all.some(({ paid, cents }) => paid[0] === cents)) payFor(all.at(-1)!);
        for (const bill of all) {
          await until("the call is taken", 10_000, async () => await tell(world, payer.kind, bill, false) === 200);
        }
      }
      await until("all calls are followed up", 60_000, async () => {
        await world.sql`update app.payment_events set try_at = now(), attempts = 0 where settled_at is null`;
        const [left] = await world.sql`select 1 from app.payment_events where settled_at is null limit 1`;
        return left === undefined;
      }, 200);
      let counted = 0;
      for (const payer of payers) {
        const found = await world.sql<{ status: string; cents: number; ref: string | null; open: string[] }[]>`
          select i.status, i.cents, h.ref, array(select o.ref from app.charges o where o.company_id = i.company_id and o.invoice_id = i.id) as open
          from app.invoices i left join app.charges h on h.company_id = i.company_id and h.id = i.charge_id where i.company_id = ${payer.id}`;
        const paid = found.filter(({ status }) => status === "paid");
        counted += paid.length;
        for (const { ref, cents } of paid) {
          const sum = payer.kind === "efi"
            ? state.bills.get(ref!)!.paid.reduce((all, one) => all + one, 0)
            : state.bills.get(ref!)!.paid[0];
          expect(sum).toBeGreaterThanOrEqual(cents);
        }
        // What waits has no bill that was paid with its amount.
        for (const { open } of found.filter(({ status }) => status === "open")) {
          expect(
            open.filter((ref) => state.bills.get(ref)?.paid.length === 1 && state.bills.get(ref)!.paid[0] === CENTS),
          )
            .toEqual([]);
        }
        const now = new Date((await boss.call(companies.show, { params: { id: payer.id } })).dueDate!);
        const months = monthsBetween(payer.due, now);
        const told = await world.sql`
          select 1 from app.events where company_id = ${payer.id} and name = ${`company-${payer.id}-payment`}`;
        expect([months, told.length]).toEqual([paid.length, paid.length]);
      }
      console.log(`R26: ${counted} periods counted, ${state.asked.length} questions`);
      expect(counted).toBeGreaterThan(0);
    }, { PIX_URL: at, MERCADOPAGO_URL: at, STRIPE_URL: at });
  } finally {
    await provider.shutdown();
  }
});
