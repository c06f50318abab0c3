// What companies owe the operator, and how they pay (docs/product/billing.md).
import { z } from "zod";
import { endpoint, FileAnswer, Id, IdParam, Instant, pageFacts, PageQuery, text } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { writeOnly } from "../../contract/marks.ts";
import { CUSTOM_PLAN, taxNumber } from "../../contract/rules/billing.ts";
import { Plan } from "../plans/contract.ts";
import { GatewayForm, gatewayKinds, GatewayState } from "../../contract/rules/gateways.ts";

/** Waiting to be paid, paid, withdrawn, given back: the API's words. */
export const invoiceStates = ["Pendente", "Pago", "Cancelado", "Devolvido"] as const;
export const Invoice = z.object({
  id: z.number(),
  /** The plan and the period, as a line of the invoice. */
  detail: z.string(),
  users: z.number(),
  connections: z.number(),
  dueDate: Instant,
  /** In reais, exact to the cent: `49.9`. */
  value: z.number(),
  status: z.enum(invoiceStates),
  /** The provider's page where it can be paid; empty: press for a charge (`POST /subscription`). */
  linkInvoice: z.string(),
  /** YYYY-MM-DD; the period ends on the day on which the next one begins. */
  periodStart: z.string(),
  periodEnd: z.string(),
  paidAt: Instant.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;
/** What a provider was asked to collect, as long as it can be paid. */
export const Charge = z.object({
  qrcode: z.string(),
  link: z.string(),
  expiresAt: Instant.nullable(),
});
/** An invoice as the operator sees it. */
export const OperatorInvoice = Invoice.extend({
  companyId: z.number(),
  companyName: z.string(),
  /** How it was paid, or is being paid; empty where nobody tried. */
  provider: z.string(),
  paidBy: z.string(),
  /** What the operator has to look at: `paid_twice`, `paid_void`, `other_amount`, `refunded`; empty: nothing. */
  note: z.string(),
});
export type OperatorInvoice = z.infer<typeof OperatorInvoice>;

/** A payment arrived: the company works again until `date`. Also tells admins of a company that has expired. */
export const paid = signal(
  "company-{id}-payment",
  z.object({ action: z.literal("CONCLUIDA"), date: Instant, invoiceId: z.number() }),
  { expired: true },
);

const LONGEST = 200;
/** What older apps collect and nobody needs: read so that it is known, and let go. Neither stored nor written down anywhere. */
const discarded = writeOnly(z.unknown().optional().transform(() => undefined));
/** Which plan is wished: one of the operator's by its id, or one of one's own choice. */
export const Wish = z.object({
  planId: z.union([Id("plan"), z.null()]).optional().catch(undefined),
  custom: z.boolean().optional().catch(undefined),
});
/** Apps send it as JSON text. */
const wished = z.union([Wish, z.string().max(4000)]).transform((given, ctx) => {
  if (typeof given !== "string") return given;
  if (given.trim() === "") return {};
  try {
    const read = Wish.safeParse(JSON.parse(given));
    if (read.success) return read.data;
  } catch { /* reported below */ }
  ctx.addIssue({ code: "custom", message: "plan" });
  return z.NEVER;
});
const count = (least: number) => z.coerce.number().int().min(least).max(CUSTOM_PLAN.most);
export const CheckoutForm = z.object({
  firstName: text(LONGEST).trim().optional().default(""),
  lastName: text(LONGEST).trim().optional().default(""),
  address2: text(LONGEST).optional().default(""),
  city: text(LONGEST).optional().default(""),
  state: text(LONGEST).optional().default(""),
  /** CPF or CNPJ, under the name that apps have for it; empty: the company's. */
  zipcode: text(30).refine((value) => value.trim() === "" || taxNumber(value) !== null, "document").optional().default(
    "",
  ),
  country: text(LONGEST).optional().default(""),
  useAddressForPaymentDetails: discarded,
  nameOnCard: discarded,
  cardNumber: discarded,
  cvv: discarded,
  /** Without it the plan stays as it is. */
  plan: wished.optional(),
  /** What the app shows; the server reckons by itself. */
  price: z.union([z.number(), text(30)]).optional(),
  /** Of a plan of one's own choice. */
  users: count(CUSTOM_PLAN.users).optional().catch(undefined),
  connections: count(CUSTOM_PLAN.connections).optional().catch(undefined),
  /** Without it the invoice that waits, or the next period's. */
  invoiceId: z.union([Id("invoice"), z.null(), z.literal("")]).optional(),
});

const Months = z.object({
  /** Earned, by the month of the payment; due, by the month of the due date, whether paid or not. In reais. */
  months: z.array(
    z.object({ month: z.string(), earned: z.number(), due: z.number(), paid: z.number(), open: z.number() }),
  ),
});
export const AllQuery = z.object({
  ...PageQuery.shape,
  status: z.enum(invoiceStates).optional(),
  companyId: Id("company").optional(),
  /** YYYY-MM of the due date. */
  month: z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/).optional(),
});

const view = { access: "invoices:view", expired: true } as const;
const operator = { access: "invoices:manage" } as const;
/** The platform's door writes the rows. */
const change = { ...operator, transaction: false, audit: true } as const;
const none = ["ERR_NO_RECORD_FOUND"] as const;
const settled = ["ERR_NO_RECORD_FOUND", "ERR_ALREADY_IN_STATE"] as const;
const provider = [
  "ERR_PROVIDER_UNREACHABLE",
  "ERR_PROVIDER_AUTH",
  "ERR_PROVIDER_REFUSED",
  "ERR_PROVIDER_RATE_LIMITED",
] as const;
const params = IdParam("invoice");
const kind = z.object({ kind: z.enum(gatewayKinds) });

export const invoices = {
  list: endpoint({
    method: "GET",
    path: "/invoices",
    summary: "The company's invoices, the latest first; also where it has expired.",
    ...view,
    live: [paid],
    query: PageQuery,
    response: z.object({ invoices: z.array(Invoice), ...pageFacts }),
  }),
  show: endpoint({
    method: "GET",
    path: "/invoices/{id}",
    summary: "One invoice, with what can be paid for it just now.",
    ...view,
    live: [paid],
    params,
    response: Invoice.extend({ charge: Charge.nullable() }),
    errors: none,
  }),
  subscription: endpoint({
    method: "GET",
    path: "/subscription",
    summary: "The company's plan, what it uses of it, and how it pays.",
    ...view,
    live: [paid],
    response: z.object({
      provider: z.enum(gatewayKinds),
      /** What the operator says to those who pay by hand. */
      instructions: z.string(),
      plan: Plan,
      recurrence: z.string(),
      /** Reais of the next period; 0: nothing is to be paid. */
      value: z.number(),
      dueDate: Instant.nullable(),
      /** A plan of one's own choice: reais a month for so many, and for each further one. */
      custom: z.object({
        price: z.number(),
        users: z.number(),
        connections: z.number(),
        perUser: z.number(),
        perConnection: z.number(),
        most: z.number(),
      }),
      inUse: z.object({ users: z.number(), connections: z.number(), queues: z.number() }),
      seats: z.number().nullable(),
      lines: z.number().nullable(),
      openInvoiceId: z.number().nullable(),
    }),
    errors: none,
  }),
  subscribe: endpoint({
    method: "POST",
    path: "/subscription",
    summary:
      "Asks for something to pay: the waiting invoice, or the next period's, perhaps of another plan. Card data is thrown away.",
    ...view,
    transaction: false,
    audit: true,
    perMinute: 10,
    body: CheckoutForm,
    response: z.object({
      qrcode: z.object({ qrcode: z.string() }),
      /** `"49.00"`. */
      valor: z.object({ original: z.string() }),
      expiresAt: Instant.nullable(),
      invoiceId: z.number(),
      link: z.string(),
      /** What the operator says to those who pay by hand; else empty. */
      instructions: z.string(),
    }),
    errors: [...settled, "ERR_NO_PLAN_FOUND", "ERR_PLAN_LIMIT", ...provider],
  }),
  all: endpoint({
    method: "GET",
    path: "/invoices/all",
    summary: "Invoices of all companies, the latest due first; search looks at the company's name and the line.",
    ...operator,
    query: AllQuery,
    response: z.object({ invoices: z.array(OperatorInvoice), ...pageFacts }),
  }),
  months: endpoint({
    method: "GET",
    path: "/invoices/months",
    summary: "What the last twelve months earned, and what they and the next two are owed.",
    ...operator,
    response: Months,
  }),
  export: endpoint({
    method: "GET",
    path: "/invoices/export",
    summary: "Invoices of all companies as a workbook, as the list is filtered.",
    ...operator,
    transaction: false,
    query: AllQuery.omit({ pageNumber: true }),
    response: FileAnswer,
    file: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  }),
  markPaid: endpoint({
    method: "PUT",
    path: "/invoices/{id}/paid",
    summary: "Says that an invoice was paid by hand: the due date moves on and the company works again.",
    ...change,
    params,
    response: OperatorInvoice,
    errors: settled,
  }),
  markVoid: endpoint({
    method: "PUT",
    path: "/invoices/{id}/void",
    summary: "Withdraws an invoice that nobody has paid; the period's next one is made anew.",
    ...change,
    params,
    response: OperatorInvoice,
    errors: settled,
  }),
  markRefunded: endpoint({
    method: "PUT",
    path: "/invoices/{id}/refund",
    summary: "Notes that a payment was given back at the provider; the due date stays.",
    ...change,
    params,
    response: OperatorInvoice,
    errors: settled,
  }),
  gateways: endpoint({
    method: "GET",
    path: "/gateways",
    summary: "How companies can pay: each way with its settings, without its secrets.",
    ...operator,
    response: z.object({
      gateways: z.array(GatewayState),
      /** Where providers call back, by way; to be registered there where the test does not do it. */
      callbacks: z.object({ efi: z.string(), mercadopago: z.string(), stripe: z.string() }),
    }),
  }),
  setGateway: endpoint({
    method: "PUT",
    path: "/gateways/{kind}",
    summary: "Sets a way to pay; a secret that is left out or empty stays. Switching one on switches the other off.",
    ...change,
    params: kind,
    body: GatewayForm,
    response: GatewayState,
  }),
  testGateway: endpoint({
    method: "POST",
    path: "/gateways/{kind}/test",
    summary:
      "Asks the provider whether the settings are right, and registers our address for its calls where it takes one.",
    ...change,
    perMinute: 10,
    params: kind,
    body: z.object({}),
    response: z.object({
      ok: z.boolean(),
      /** Empty where all is well; `incomplete`, `auth`, `certificate`, `refused`, `unreachable` or `rate`. */
      reason: z.string(),
      /** What the provider said, short. */
      detail: z.string(),
    }),
  }),
};
