// Invoices in the API's words.
import type { z } from "zod";
import { reais } from "../../contract/rules/billing.ts";
import type { Invoice, invoiceStates } from "./contract.ts";
import type { InvoiceRow, Status } from "./queries.ts";

type Word = typeof invoiceStates[number];
const words: Record<Status, Word> = { open: "Pendente", paid: "Pago", void: "Cancelado", refunded: "Devolvido" };
/** The state behind a word of the API. */
export function statusOf(word: Word): Status {
  return (Object.keys(words) as Status[]).find((status) => words[status] === word)!;
}
/** Cents as a number of reais, exact to the cent: what is written with two digits is read as the nearest number. */
export function asReais(cents: number): number {
  return Number(reais(cents));
}

export function describeInvoice(row: InvoiceRow): z.input<typeof Invoice> {
  const { id, detail, users, connections, dueDate, periodStart, periodEnd, paidAt } = row;
  return {
    ...{ id, detail, users, connections, dueDate, periodStart, periodEnd, paidAt },
    value: asReais(row.cents),
    status: words[row.status],
    linkInvoice: row.link,
  };
}
