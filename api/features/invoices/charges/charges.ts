// What providers are asked to collect for invoices. A charge is written down before its provider is asked, under a name that follows from
// the invoice: an answer that was lost, or a press that came twice, makes no second one.
import { createHash } from "node:crypto";
import type { PlatformTx, Tx } from "../../../../db/tenant.ts";
import type { GatewayKind } from "../../../contract/rules/gateways.ts";
import type { Collected } from "../gateways/provider.ts";
import type { InvoiceRow } from "../queries.ts";

export interface ChargeRow {
  companyId: number;
  id: number;
  invoiceId: number;
  provider: GatewayKind;
  ref: string;
  remote: string;
  cents: number;
  status: "open" | "paid" | "closed" | "refunded";
  qr: string;
  link: string;
  expiresAt: Date | null;
  createdAt: Date;
}
const columns = (tx: PlatformTx | Tx) =>
  (tx as PlatformTx)`company_id as "companyId", id, invoice_id as "invoiceId", provider, ref, remote, cents, status, qr, link, expires_at as "expiresAt",
  created_at as "createdAt"`;

/** One that runs out sooner is not offered any more, s: somebody is about to open their bank's app. */
const TOO_SHORT_S = 300;
/** An attempt whose answer is not known is made again under its name for so long, h: providers remember names about a day. */
const SAME_NAME_H = 20;

/** The charge of an invoice that can be paid now, or whose provider is to be asked (again); made where there is none. */
export async function currentCharge(
  tx: PlatformTx,
  invoice: InvoiceRow,
  provider: GatewayKind,
): Promise<ChargeRow> {
  const [live] = await tx<ChargeRow[]>`
    select ${columns(tx)} from app.charges where company_id = ${invoice.companyId} and invoice_id = ${invoice.id}
      and provider = ${provider} and status = 'open' and cents = ${invoice.cents}
      and case when remote = '' then created_at > now() - make_interval(hours => ${SAME_NAME_H})
        else expires_at is null or expires_at > now() + make_interval(secs => ${TOO_SHORT_S}) end
    order by id desc limit 1`;
  if (live) return live;
  const [last] = await tx<{ attempt: number }[]>`
    select coalesce(max(attempt), 0) as attempt from app.charges
    where company_id = ${invoice.companyId} and invoice_id = ${invoice.id}`;
  const attempt = last!.attempt + 1;
  const [made] = await tx<ChargeRow[]>`
    insert into app.charges (company_id, invoice_id, provider, ref, attempt, cents)
    values (${invoice.companyId}, ${invoice.id}, ${provider}, ${refOf(invoice, attempt)}, ${attempt}, ${invoice.cents})
    returning ${columns(tx)}`;
  await tx`update app.invoices set provider = ${provider} where id = ${invoice.id}`;
  return made!;
}

/** Letters and digits: 32 as Pix wants them. The moment of the invoice's making keeps two installations apart at one bank. */
function refOf({ companyId, id, createdAt }: InvoiceRow, attempt: number): string {
  const start = `recado${id}x${attempt}x`;
  const print = createHash("sha256").update(`${companyId}:${id}:${createdAt.getTime()}:${attempt}`).digest("hex");
  return `${start}${print}`.slice(0, 32);
}

/** Keeps what the provider answered. */
export function keepCollected(tx: PlatformTx, { companyId, id }: ChargeRow, given: Collected): Promise<unknown> {
  return tx`
    update app.charges set remote = ${given.remote}, qr = ${given.qr}, link = ${given.link}, expires_at = ${given.expiresAt}
    where company_id = ${companyId} and id = ${id}`;
}

/** Charges of an invoice that somebody could still pay. */
export function openCharges(
  tx: PlatformTx | Tx,
  { companyId, id }: Pick<InvoiceRow, "companyId" | "id">,
): Promise<ChargeRow[]> {
  return (tx as PlatformTx)<ChargeRow[]>`
    select ${
    columns(tx)
  } from app.charges where company_id = ${companyId} and invoice_id = ${id} and status = 'open' order by id`;
}

export async function chargeByRef(tx: PlatformTx, ref: string): Promise<ChargeRow | undefined> {
  const [row] = await tx<ChargeRow[]>`select ${columns(tx)} from app.charges where ref = ${ref}`;
  return row;
}
/** A charge as it is now, held until the transaction ends. */
export async function lockCharge(tx: PlatformTx, { companyId, id }: ChargeRow): Promise<ChargeRow> {
  const [row] = await tx<ChargeRow[]>`
    select ${columns(tx)} from app.charges where company_id = ${companyId} and id = ${id} for update`;
  return row!;
}
export function setCharge(
  tx: PlatformTx,
  { companyId, id }: ChargeRow,
  status: ChargeRow["status"],
): Promise<unknown> {
  return tx`update app.charges set status = ${status} where company_id = ${companyId} and id = ${id}`;
}
