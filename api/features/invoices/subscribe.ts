// A company asks for something to pay.
import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { reais, taxNumber } from "../../contract/rules/billing.ts";
import type { Me } from "../../core/access/auth.ts";
import { builtInChannel } from "../../core/manifests.ts";
import { asPlatform, type PlatformTx, withTenant } from "../../../db/tenant.ts";
import { type ChargeRow, currentCharge, keepCollected } from "./charges/charges.ts";
import type { CheckoutForm, invoices } from "./contract.ts";
import { activeGateway, type KeptGateway } from "./gateways/store.ts";
import { type Collected, PaymentRefused } from "./gateways/provider.ts";
import { providerOf } from "./gateways/registry.ts";
import { waitingInvoice, type Wished } from "./make.ts";
import * as queries from "./queries.ts";

type Form = z.output<typeof CheckoutForm>;
type Answer = z.input<typeof invoices.subscribe.response>;
interface Addresses {
  backTo: string;
  callback: (kind: string) => string;
}

/**
 * Makes the invoice that is asked for, if it is not there, and something to pay it with: a live charge is offered again. Refuses
 * ERR_NO_RECORD_FOUND where nothing is to be paid, ERR_ALREADY_IN_STATE for an invoice that is paid, ERR_PLAN_LIMIT where the company
 * has more than the plan it wishes, and what the provider refuses.
 */
export async function subscribe(me: Me, form: Form, { backTo, callback }: Addresses): Promise<Answer> {
  const { companyId } = me;
  const used = await withTenant({ companyId }, (tx) => queries.inUse(tx, ownChannels()), { read: true });
  const ready = await asPlatform(async (tx) => {
    if (form.invoiceId) await refuseSettled(tx, companyId, form.invoiceId);
    const company = must(await queries.lockAccount(tx, companyId), "ERR_NO_COMPANY_FOUND");
    const { invoice } = (await waitingInvoice(tx, companyId, await wishOf(tx, company, form, used))) ??
      refuse("ERR_NO_RECORD_FOUND");
    const gateway = await activeGateway(tx);
    const charge = providerOf(gateway.kind) ? await currentCharge(tx, invoice, gateway.kind) : null;
    return { company, invoice, gateway, charge };
  });
  const { company, invoice, gateway, charge } = ready;
  const answer = { invoiceId: invoice.id, valor: { original: reais(invoice.cents) } };
  if (!charge) {
    const instructions = gateway.settings.instructions ?? "";
    return { ...answer, qrcode: { qrcode: "" }, expiresAt: null, link: "", instructions };
  }
  const { qr, link, expiresAt } = charge.remote ? charge : await collect(gateway, charge, {
    dueDate: invoice.dueDate,
    detail: invoice.detail,
    payer: {
      name: `${form.firstName} ${form.lastName}`.trim() || company.name,
      email: company.email,
      document: taxNumber(form.zipcode) ?? taxNumber(company.document),
    },
    backTo,
    callback: callback(gateway.kind),
  });
  return { ...answer, qrcode: { qrcode: qr }, expiresAt, link, instructions: "" };
}

const ownChannels = () => [builtInChannel()].filter((channel) => channel !== undefined);

async function refuseSettled(tx: PlatformTx, companyId: number, id: number): Promise<void> {
  const invoice = await queries.byId(tx, id);
  if (invoice?.companyId !== companyId) refuse("ERR_NO_RECORD_FOUND");
  if (invoice.status === "paid" || invoice.status === "refunded") refuse("ERR_ALREADY_IN_STATE");
}

type Used = Awaited<ReturnType<typeof queries.inUse>>;
/** What a form wishes: undefined says nothing, null keeps what the company has. */
async function wishOf(
  tx: PlatformTx,
  company: queries.Account,
  { plan, users, connections }: Form,
  used: Used,
): Promise<Wished | null | undefined> {
  if (plan?.custom || !plan?.planId && isOther(company, users, connections)) {
    const wish = {
      users: users ?? refuseField("users", "required"),
      connections: connections ?? refuseField("connections", "required"),
    };
    refuseBelow(used, wish);
    return wish.users === company.seats && wish.connections === company.lines ? null : wish;
  }
  if (!plan?.planId) return undefined;
  const own = company.seats !== null && company.lines !== null;
  if (plan.planId === company.plan.id && !own) return null;
  const wished = must(await queries.planPrice(tx, plan.planId), "ERR_NO_PLAN_FOUND");
  if (wished.id !== company.plan.id && !await queries.isPublic(tx, wished.id)) refuse("ERR_NO_PLAN_FOUND");
  refuseBelow(used, wished);
  return { plan: wished };
}
/** Apps that name no plan say other numbers than the company has. */
function isOther({ seats, lines, plan }: queries.Account, users?: number, connections?: number): boolean {
  if (users === undefined || connections === undefined) return false;
  return users !== (seats ?? plan.users) || connections !== (lines ?? plan.connections);
}
function refuseBelow(used: Used, wished: { users: number; connections: number }): void {
  if (used.users > wished.users || used.connections > wished.connections) refuse("ERR_PLAN_LIMIT");
}
function refuseField(name: string, message: string): never {
  return refuse("ERR_VALIDATION", { details: [{ path: `body.${name}`, message }] });
}

type Asked = Omit<Parameters<NonNullable<ReturnType<typeof providerOf>>["collect"]>[1], "ref" | "cents" | "createdAt">;
/** Asks the provider, outside any transaction, and keeps its answer. */
async function collect(gateway: KeptGateway, charge: ChargeRow, asked: Asked): Promise<Collected> {
  try {
    const collected = await providerOf(gateway.kind)!.collect(gateway.settings, { ...asked, ...charge });
    await asPlatform((tx) => keepCollected(tx, charge, collected));
    return collected;
  } catch (error) {
    if (error instanceof PaymentRefused) return refuse(error.code);
    throw error;
  }
}
