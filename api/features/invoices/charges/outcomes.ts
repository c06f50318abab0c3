// What became of charges. Whoever calls is believed in nothing: the provider is asked, and its answer is carried out once, in the
// transaction that also moves the due date (docs/product/billing.md#trust).
import { forgetSessions } from "../../../core/access/auth.ts";
import { log } from "../../../core/log.ts";
import { asPlatform, type PlatformTx } from "../../../../db/tenant.ts";
import { chargeByRef, type ChargeRow, lockCharge, setCharge } from "./charges.ts";
import type { Outcome } from "../gateways/provider.ts";
import { providerOf } from "../gateways/registry.ts";
import { gateway } from "../gateways/store.ts";
import { payInvoice } from "../pay.ts";
import * as queries from "../queries.ts";
import { lockInvoice } from "../settle.ts";

/** Asks the provider about a charge and carries out its answer. Throws PaymentRefused where it gives none. */
export async function askAbout(charge: ChargeRow): Promise<void> {
  const provider = providerOf(charge.provider);
  if (!provider) return;
  const { settings } = await asPlatform((tx) => gateway(tx, charge.provider));
  const outcome = await provider.outcome(settings, charge);
  const { withdrawn } = await settle(charge, outcome);
  if (withdrawn && outcome.state === "open") await provider.withdraw(settings, charge);
}

/** Carries out what became of a charge, once whatever comes how often. `withdrawn`: its invoice waits for no payment any more. */
async function settle(charge: ChargeRow, outcome: Outcome): Promise<{ withdrawn: boolean }> {
  const done = await asPlatform(async (tx) => {
    const { company, invoice } = await lockInvoice(tx, charge.invoiceId);
    const now = await lockCharge(tx, charge);
    const paid = outcome.state === "paid" && (now.status === "open" || now.status === "closed");
    if (paid) await carryOut(tx, company, invoice, now, outcome.cents);
    else if (outcome.state === "refunded") await giveBack(tx, invoice, now);
    else if (outcome.state === "closed" && now.status === "open") await setCharge(tx, now, "closed");
    return { paid, withdrawn: invoice.status !== "open" };
  });
  if (done.paid) forgetSessions(charge.companyId);
  return done;
}

async function carryOut(
  tx: PlatformTx,
  company: queries.Account,
  invoice: queries.InvoiceRow,
  charge: ChargeRow,
  cents: number,
): Promise<void> {
  await setCharge(tx, charge, "paid");
  if (cents !== invoice.cents) return await tell(tx, invoice, "other_amount", { cents });
  if (invoice.status === "void") return await tell(tx, invoice, "paid_void");
  if (invoice.status !== "open") return await tell(tx, invoice, "paid_twice");
  await payInvoice(tx, company, invoice, { provider: charge.provider, by: null, chargeId: charge.id });
}

/** Of two payments the one that did not count may be given back without a word. */
async function giveBack(tx: PlatformTx, invoice: queries.InvoiceRow, charge: ChargeRow): Promise<void> {
  if (charge.status === "refunded") return;
  await setCharge(tx, charge, "refunded");
  if (invoice.status === "paid" && invoice.chargeId === charge.id) {
    await queries.setStatus(tx, invoice.id, "refunded");
    await tell(tx, invoice, "refunded");
  } else if (charge.status === "paid") await queries.setNote(tx, invoice.id, "");
}

/** The operator decides: it stands in their list until they have. */
async function tell(
  tx: PlatformTx,
  { id, companyId }: queries.InvoiceRow,
  note: string,
  more: object = {},
): Promise<void> {
  await queries.setNote(tx, id, note);
  log.warn("a payment needs the operator", { invoice: id, companyId, note, ...more });
}

/** Charges asked about in one turn. */
const AT_ONCE = 50;
/** Asks about what could have been paid without our being told: each 5 minutes for 3 days, then daily for 30. */
export async function pollCharges(): Promise<void> {
  const due = await asPlatform((tx) =>
    tx<{ ref: string }[]>`
      update app.charges h set checked_at = now() from (
        select h.company_id, h.id from app.charges h join app.invoices i on i.company_id = h.company_id and i.id = h.invoice_id
        where h.status = 'open' and (
          h.created_at > now() - interval '3 days' and h.checked_at < now() - interval '5 minutes'
          or h.created_at > now() - interval '30 days' and h.checked_at < now() - interval '1 day'
          or h.created_at > now() - interval '3 days' and i.status <> 'open' and h.checked_at < now() - interval '30 seconds')
        order by h.checked_at limit ${AT_ONCE} for update of h skip locked) d
      where h.company_id = d.company_id and h.id = d.id returning h.ref`
  );
  for (const { ref } of due) await askQuietly(ref);
}
async function askQuietly(ref: string): Promise<boolean> {
  const charge = await asPlatform((tx) => chargeByRef(tx, ref));
  if (!charge) return true;
  try {
    await askAbout(charge);
    return true;
  } catch (error) {
    log.warn("a charge could not be asked about", { charge: charge.id, provider: charge.provider, error });
    return false;
  }
}

/** The first pause before a charge that was called about is asked about again, s; after each failure it is twice as long. */
const AGAIN_S = 5;
const MOST_ATTEMPTS = 12;
/** Asks about the charges that providers called about. A call that comes meanwhile is answered by another asking. */
export async function answerCallbacks(): Promise<void> {
  for (;;) {
    const [taken] = await asPlatform((tx) =>
      tx<{ id: number; event: string; receivedAt: string }[]>`
        update app.payment_events set attempts = attempts + 1,
          try_at = now() + make_interval(secs => ${AGAIN_S} * power(2, attempts))
        where id = (select id from app.payment_events where settled_at is null and try_at <= now() and attempts < ${MOST_ATTEMPTS}
          order by id limit 1 for update skip locked)
        returning id, event, received_at::text as "receivedAt"`
    );
    if (!taken) return;
    if (!await askQuietly(taken.event)) continue;
    await asPlatform((tx) =>
      tx`update app.payment_events set settled_at = now(), attempts = 0
        where id = ${taken.id} and received_at = ${taken.receivedAt}::text::timestamptz`
    );
  }
}
