import { must, refuse } from "../../contract/errors.ts";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import { CUSTOM_PLAN } from "../../contract/rules/billing.ts";
import { type Api, route } from "../../core/http/route.ts";
import { builtInChannel } from "../../core/manifests.ts";
import type { Parts } from "../../core/parts.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { describePlan, planById } from "../plans/actions.ts";
import { openCharges } from "./charges/charges.ts";
import { invoices as calls } from "./contract.ts";
import { asReais, describeInvoice } from "./describe.ts";
import { activeGateway, allGateways, described, gateway, isReady, writeGateway } from "./gateways/store.ts";
import { PaymentRefused } from "./gateways/provider.ts";
import { providerOf } from "./gateways/registry.ts";
import { nextPeriod } from "./make.ts";
import { exportAll, oneForOperator, pageOfAll, sumsByMonth } from "./operator.ts";
import * as queries from "./queries.ts";
import { payByHand, refundInvoice, withdrawInvoice } from "./settle.ts";
import { subscribe } from "./subscribe.ts";

/** Mounts the calls of invoices. */
export function invoices(api: Api, { env }: Parts): void {
  const at = (path: string) => `${env.PUBLIC_URL.replace(/\/+$/, "")}${path}`;
  const callbacks = {
    efi: at("/webhooks/pix"),
    mercadopago: at("/webhooks/mercadopago"),
    stripe: at("/webhooks/stripe"),
  };
  const callback = (kind: string) => kind in callbacks ? callbacks[kind as keyof typeof callbacks] : "";

  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search, COUNT_EXACT_UP_TO + 1),
    ]);
    return {
      invoices: rows.slice(0, RECORDS_PAGE).map(describeInvoice),
      hasMore: rows.length > RECORDS_PAGE,
      count: Math.min(count, COUNT_EXACT_UP_TO),
      ...(count > COUNT_EXACT_UP_TO && { countIsMinimum: true }),
    };
  });

  route(api, calls.show, async ({ tx, params }) => {
    const invoice = must(await queries.ofCompany(tx, params.id), "ERR_NO_RECORD_FOUND");
    const charges = await openCharges(tx, invoice);
    const charge = charges.findLast(({ remote, expiresAt }) => remote && (!expiresAt || expiresAt > new Date()));
    return {
      ...describeInvoice(invoice),
      charge: charge && invoice.status === "open"
        ? { qrcode: charge.qr, link: charge.link, expiresAt: charge.expiresAt }
        : null,
    };
  });

  route(api, calls.subscription, async ({ tx, me }) => {
    const { company, plan, pays } = await asPlatform(async (platform) => {
      const company = must(await queries.account(platform, me.companyId), "ERR_NO_RECORD_FOUND");
      const plan = must(await planById(platform, company.plan.id), "ERR_NO_RECORD_FOUND");
      return { company, plan, pays: await activeGateway(platform) };
    });
    return {
      provider: pays.kind,
      instructions: providerOf(pays.kind) ? "" : pays.settings.instructions ?? "",
      plan: describePlan(plan),
      recurrence: company.recurrence,
      value: asReais(nextPeriod(company)?.cents ?? 0),
      dueDate: company.dueAt,
      custom: {
        price: asReais(CUSTOM_PLAN.cents),
        users: CUSTOM_PLAN.users,
        connections: CUSTOM_PLAN.connections,
        perUser: asReais(CUSTOM_PLAN.centsPerUser),
        perConnection: asReais(CUSTOM_PLAN.centsPerConnection),
        most: CUSTOM_PLAN.most,
      },
      inUse: await queries.inUse(tx, [builtInChannel()].filter((channel) => channel !== undefined)),
      seats: company.seats,
      lines: company.lines,
      openInvoiceId: await queries.openInvoiceId(tx),
    };
  });

  route(api, calls.subscribe, ({ me, body }) => subscribe(me, body, { backTo: at("/financeiro"), callback }));

  route(api, calls.all, ({ query }) => asPlatform((tx) => pageOfAll(tx, query)));

  route(api, calls.months, async () => ({ months: await asPlatform(sumsByMonth) }));

  route(api, calls.export, ({ query }) => Promise.resolve(exportAll(query)));

  const one = (id: number) => asPlatform((tx) => oneForOperator(tx, id));
  route(api, calls.markPaid, async ({ me, params: { id }, before }) => {
    before(await one(id));
    await payByHand(id, me.id);
    return await one(id);
  });
  route(api, calls.markVoid, async ({ params: { id }, before }) => {
    before(await one(id));
    await withdrawInvoice(id);
    return await one(id);
  });
  route(api, calls.markRefunded, async ({ params: { id }, before }) => {
    before(await one(id));
    await refundInvoice(id);
    return await one(id);
  });

  route(api, calls.gateways, async () => ({
    gateways: (await asPlatform(allGateways)).map(described),
    callbacks,
  }));

  route(api, calls.setGateway, ({ params: { kind }, body, before }) =>
    asPlatform(async (tx) => {
      before(described(await gateway(tx, kind)));
      const kept = await writeGateway(tx, kind, body);
      if (kept.active && !isReady(kept)) {
        refuse("ERR_VALIDATION", { details: [{ path: "body.active", message: "incomplete" }] });
      }
      return described(kept);
    }));

  route(api, calls.testGateway, async ({ params: { kind } }) => {
    const kept = await asPlatform((tx) => gateway(tx, kind));
    if (!isReady(kept)) return { ok: false, reason: "incomplete", detail: "" };
    try {
      await providerOf(kind)?.test(kept.settings, callback(kind));
      return { ok: true, reason: "", detail: "" };
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      const reason = error.detail === "certificate" ? "certificate" : reasons[error.code] ?? "refused";
      return { ok: false, reason, detail: error.detail };
    }
  });
}

const reasons: Partial<Record<string, string>> = {
  ERR_PROVIDER_AUTH: "auth",
  ERR_PROVIDER_UNREACHABLE: "unreachable",
  ERR_PROVIDER_RATE_LIMITED: "rate",
};
