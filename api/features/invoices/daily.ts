// Invoices appear by themselves: so many days before a due date, by the company's own calendar (docs/product/billing.md#invoices).
import { log } from "../../core/log.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { platformValues } from "../settings/actions.ts";
import { waitingInvoice } from "./make.ts";

/** A trial lasts so long; during it nobody is asked for money. */
const TRIAL = "7 days 1 hour";

/** Makes the invoices whose days have come, and makes those anew that no longer fit. Answers how many are new. */
export async function makeDue(): Promise<number> {
  const companies = await asPlatform(async (tx) => {
    const { invoiceDays } = await platformValues(tx);
    return await tx<{ id: number }[]>`
      select c.id from app.companies c where c.active and c.id <> 1 and c.due_at is not null and (
        exists (select 1 from app.invoices i where i.company_id = c.id and i.status = 'open') or c.due_at <= now()
        or (c.due_at at time zone c.timezone)::date - (now() at time zone c.timezone)::date <= ${Number(invoiceDays)}
          and c.due_at > c.created_at + ${TRIAL}::text::interval)
      order by c.id`;
  });
  let made = 0;
  for (const { id } of companies) {
    // One that cannot be made must not keep the others from theirs.
    const done = await asPlatform((tx) => waitingInvoice(tx, id)).catch((error) => {
      log.error("an invoice could not be made", { companyId: id, error });
      return null;
    });
    if (done?.made) made++;
  }
  return made;
}

/**
 * Cuts companies off from their channels that have not paid so many days after their due date, and gives them back to those for whom
 * the operator has made the time longer. A payment gives them back by itself (docs/product/billing.md#overdue).
 */
export async function suspend(): Promise<void> {
  const changed = await asPlatform(async (tx) => {
    const { suspendDays } = await platformValues(tx);
    const over = tx`active and id <> 1 and due_at <= now() - make_interval(days => ${Number(suspendDays)})`;
    return await tx<{ id: number; suspended: boolean }[]>`
      update app.companies set suspended_at = case when ${over} then now() end
      where coalesce(${over}, false) <> (suspended_at is not null) returning id, suspended_at is not null as suspended`;
  });
  for (const { id, suspended } of changed) {
    log.info(suspended ? "channels of a company that has not paid are closed" : "channels of a company open again", {
      companyId: id,
    });
  }
}
