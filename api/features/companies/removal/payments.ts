import type { PlatformTx } from "../../../../db/tenant.ts";

/**
 * Keeps what a company paid, amount and day, for the operator's books, and withdraws what it owed: nobody can pay it any more. Called
 * again it adds what was paid meanwhile.
 */
export async function keepPayments(tx: PlatformTx, id: number): Promise<void> {
  await tx`
    insert into app.past_payments (invoice_id, former_company, company_name, due_month, paid_month, paid_at, cents, provider, refunded)
    select i.id, i.company_id, coalesce((select min(p.company_name) from app.past_payments p where p.former_company = c.id), c.name),
      to_char(i.due_at at time zone c.timezone, 'YYYY-MM'), to_char(i.paid_at at time zone c.timezone, 'YYYY-MM'), i.paid_at,
      i.cents, i.provider, i.status = 'refunded'
    from app.invoices i join app.companies c on c.id = i.company_id
    where i.company_id = ${id} and i.status in ('paid', 'refunded') and i.paid_at is not null
    on conflict (invoice_id) do nothing`;
  await tx`update app.invoices set status = 'void' where company_id = ${id} and status = 'open'`;
}
