// What operators and providers do to an invoice: paid, withdrawn, given back.
import { must, refuse } from "../../contract/errors.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { payInvoice } from "./pay.ts";
import * as queries from "./queries.ts";

/** An invoice with its company, both held until the transaction ends; the company first, as everywhere. Refuses ERR_NO_RECORD_FOUND. */
export async function lockInvoice(
  tx: PlatformTx,
  id: number,
): Promise<{ company: queries.Account; invoice: queries.InvoiceRow }> {
  const { companyId } = must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
  const company = must(await queries.lockAccount(tx, companyId), "ERR_NO_RECORD_FOUND");
  return { company, invoice: must(await queries.byId(tx, id, true), "ERR_NO_RECORD_FOUND") };
}

/** The operator says that an invoice was paid. Refuses ERR_NO_RECORD_FOUND, and ERR_ALREADY_IN_STATE where it is not open. */
export async function payByHand(id: number, by: number): Promise<void> {
  const companyId = await asPlatform(async (tx) => {
    const { company, invoice } = await lockInvoice(tx, id);
    if (invoice.status !== "open") refuse("ERR_ALREADY_IN_STATE");
    await payInvoice(tx, company, invoice, { provider: "manual", by });
    return company.id;
  });
  forgetSessions(companyId);
}

/** Withdraws an open invoice. Refuses as `payByHand` does. */
export async function withdrawInvoice(id: number): Promise<void> {
  await asPlatform(async (tx) => {
    const { invoice } = await lockInvoice(tx, id);
    if (invoice.status !== "open") refuse("ERR_ALREADY_IN_STATE");
    await queries.setStatus(tx, id, "void");
  });
}

/** Notes that a payment was given back; the due date stays. Refuses as `payByHand` does, for an invoice that is not paid. */
export async function refundInvoice(id: number): Promise<void> {
  await asPlatform(async (tx) => {
    const { invoice } = await lockInvoice(tx, id);
    if (invoice.status !== "paid") refuse("ERR_ALREADY_IN_STATE");
    await queries.setStatus(tx, id, "refunded");
  });
}
