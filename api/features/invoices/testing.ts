// The providers of payments at their network edge: what tests press, lose and forge.
import { asPlatform } from "../../../db/tenant.ts";
import { reais } from "../../contract/rules/billing.ts";
import type { GatewayKind } from "../../contract/rules/gateways.ts";
import { providers, setUpProviders } from "../../core/outside/providers.ts";
import { afterFile } from "../../core/testing/after-file.ts";
import type { Person } from "../../core/testing/api.ts";
import { invoices } from "./contract.ts";

export interface Bill {
  ref: string;
  cents: number;
  /** What was paid, each time. */
  paid: number[];
  refunded: boolean;
  gone: boolean;
}
export interface StandIn {
  bills: Map<string, Bill>;
  /** Everything that was asked: `PUT /v2/cob/…`. */
  asked: string[];
  /** The next answers that are lost on the way, or are of this status. */
  fail: (number | "lost")[];
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const none = () => json({ type: "https://pix.bcb.gov.br/api/v2/error/NaoEncontrado", status: 404 }, 404);

/** Opens the stand-in and points this process at it. */
export function standIn(): StandIn {
  const state: StandIn = { bills: new Map(), asked: [], fail: [] };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const url = new URL(request.url);
    const asked = `${request.method} ${url.pathname}`;
    state.asked.push(asked);
    const fails = url.pathname === "/oauth/token" ? undefined : state.fail.shift();
    if (typeof fails === "number") return json({ nome: "erro", mensagem: "não deu" }, fails);
    const answer = await carryOut(state, request, url);
    return fails === "lost" ? new Response("{", { status: 200 }) : answer;
  });
  const before = providers();
  const at = `http://127.0.0.1:${server.addr.port}`;
  setUpProviders({ ...before, PIX_URL: at, MERCADOPAGO_URL: at, STRIPE_URL: at, EGRESS_ALLOW: [] });
  afterFile(async () => {
    setUpProviders({ ...before, EGRESS_ALLOW: [] });
    await server.shutdown();
  });
  return state;
}

async function carryOut(state: StandIn, request: Request, url: URL): Promise<Response> {
  const { bills } = state;
  const text = await request.text();
  const [, ref = ""] = /^\/(?:v2\/cob|v1\/payments|checkout\/sessions)\/([\w-]+)/.exec(url.pathname) ?? [];
  if (url.pathname === "/oauth/token") return json({ access_token: "t", expires_in: 3600 });
  if (url.pathname.startsWith("/v2/webhook/")) return json({});
  if (url.pathname.startsWith("/v2/cob/")) return pix(bills, request.method, ref, text);
  if (url.pathname.startsWith("/v1/payments")) return mercado(bills, request, url, ref, text);
  if (url.pathname.startsWith("/checkout/sessions")) return page(bills, url, ref, text);
  return none();
}

function make(bills: Map<string, Bill>, ref: string, cents: number): Bill {
  const bill = bills.get(ref) ?? { ref, cents, paid: [], refunded: false, gone: false };
  bills.set(ref, bill);
  return bill;
}
function pix(bills: Map<string, Bill>, method: string, ref: string, text: string): Response {
  if (method === "PUT") {
    if (bills.has(ref)) return json({ nome: "txid_duplicado", mensagem: "CobOperacaoInvalida" }, 400);
    make(bills, ref, Math.round(Number(JSON.parse(text).valor.original) * 100));
  }
  const bill = bills.get(ref);
  if (!bill) return none();
  if (method === "PATCH") bill.gone = true;
  return json({
    txid: ref,
    status: bill.paid.length ? "CONCLUIDA" : bill.gone ? "REMOVIDA_PELO_USUARIO_RECEBEDOR" : "ATIVA",
    calendario: { criacao: new Date().toISOString(), expiracao: 86_400 },
    valor: { original: reais(bill.cents) },
    pixCopiaECola: `000201${ref}`,
    ...(bill.paid.length && {
      pix: bill.paid.map((cents) => ({
        valor: reais(cents),
        devolucoes: bill.refunded ? [{ valor: reais(cents), status: "DEVOLVIDO" }] : [],
      })),
    }),
  });
}
function mercado(bills: Map<string, Bill>, request: Request, url: URL, id: string, text: string): Response {
  const described = (bill: Bill) => ({
    id: Number.parseInt(bill.ref.replace(/\D/g, "").slice(0, 12)),
    external_reference: bill.ref,
    status: bill.refunded ? "refunded" : bill.paid.length ? "approved" : bill.gone ? "cancelled" : "pending",
    transaction_amount: Number(reais(bill.paid[0] ?? bill.cents)),
    point_of_interaction: { transaction_data: { qr_code: `000201${bill.ref}`, ticket_url: "https://mp.test/p" } },
  });
  if (url.pathname === "/v1/payments/search") {
    const bill = bills.get(url.searchParams.get("external_reference") ?? "");
    return json({ results: bill ? [described(bill)] : [] });
  }
  if (request.method === "POST") {
    const { external_reference, transaction_amount } = JSON.parse(text);
    return json(described(make(bills, external_reference, Math.round(transaction_amount * 100))), 201);
  }
  const bill = [...bills.values()].find((one) => String(described(one).id) === id);
  if (!bill) return none();
  if (request.method === "PUT") bill.gone = true;
  return json(described(bill));
}
function page(bills: Map<string, Bill>, url: URL, id: string, text: string): Response {
  const described = (bill: Bill) => ({
    id: `cs_${bill.ref}`,
    url: "https://checkout.test/pay",
    client_reference_id: bill.ref,
    status: bill.paid.length ? "complete" : bill.gone ? "expired" : "open",
    payment_status: bill.paid.length ? "paid" : "unpaid",
    currency: "brl",
    amount_total: bill.paid[0] ?? bill.cents,
    payment_intent: { latest_charge: { refunded: bill.refunded } },
  });
  if (!id) {
    const form = new URLSearchParams(text);
    const cents = Number(form.get("line_items[0][price_data][unit_amount]"));
    return json(form.size ? described(make(bills, form.get("client_reference_id")!, cents)) : { data: [] });
  }
  const bill = bills.get(id.replace(/^cs_/, ""));
  if (!bill) return none();
  if (url.pathname.endsWith("/expire")) bill.gone = true;
  return json(described(bill));
}

const settings: Record<Exclude<GatewayKind, "manual">, object> = {
  efi: { pixKey: "financeiro@exemplo.com.br", clientId: "c", clientSecret: "s", certificate: "AAAA" },
  mercadopago: { accessToken: "APP_USR-x" },
  stripe: { secretKey: "sk_test_x" },
};
/** From now on companies pay this way. */
export async function payBy(boss: Person, kind: Exclude<GatewayKind, "manual">): Promise<void> {
  await boss.call(invoices.setGateway, { params: { kind }, body: { active: true, ...settings[kind] } });
}
/** As if every charge had been made and asked about so long ago. */
export async function older(companyId: number, interval: string): Promise<void> {
  await asPlatform((tx) =>
    tx`update app.charges set created_at = created_at - ${interval}::text::interval, checked_at = checked_at - ${interval}::text::interval,
      expires_at = expires_at - ${interval}::text::interval where company_id = ${companyId}`
  );
}
