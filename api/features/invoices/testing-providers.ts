// What Efí, Mercado Pago and Stripe are to the product: bills that are made, asked about, paid, given back and withdrawn.
import { reais } from "../../contract/rules/billing.ts";

export interface Bill {
  ref: string;
  cents: number;
  /** What was paid, each time. */
  paid: number[];
  refunded: boolean;
  gone: boolean;
  /** Of a Pix charge: how long it is good. */
  calendar?: { expiracao?: number; dataDeVencimento?: string; validadeAposVencimento?: number };
}
export interface StandIn {
  bills: Map<string, Bill>;
  /** Everything that was asked: `PUT /v2/cob/…`. */
  asked: string[];
  /** Efí's account makes no charges with a due date, or its application may not ask for them. */
  noDueDates?: "refused" | "forbidden";
  /** Headers of the last registration of an address for calls. */
  registered?: Headers;
  /** The next answers that are lost on the way, or are of this status. */
  fail: (number | "lost")[];
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const none = () => json({ type: "https://pix.bcb.gov.br/api/v2/error/NaoEncontrado", status: 404 }, 404);

/** Answers as the three providers do: whose it is, its path says. */
export async function answerAsProvider(state: StandIn, request: Request): Promise<Response> {
  const url = new URL(request.url);
  state.asked.push(`${request.method} ${url.pathname}`);
  const fails = url.pathname === "/oauth/token" ? undefined : state.fail.shift();
  if (typeof fails === "number") return json({ nome: "erro", mensagem: "não deu" }, fails);
  const answer = await carryOut(state, request, url);
  return fails === "lost" ? new Response("{", { status: 200 }) : answer;
}

async function carryOut(state: StandIn, request: Request, url: URL): Promise<Response> {
  const { bills } = state;
  const text = await request.text();
  const [, ref = ""] = /^\/(?:v2\/cobv?|v1\/payments|checkout\/sessions)\/([\w-]+)/.exec(url.pathname) ?? [];
  if (url.pathname === "/oauth/token") return json({ access_token: "t", expires_in: 3600 });
  if (url.pathname.startsWith("/v2/webhook/")) {
    state.registered = request.headers;
    return json({});
  }
  const [, kind] = /^\/v2\/(cobv?)\//.exec(url.pathname) ?? [];
  if (kind === "cobv" && state.noDueDates === "forbidden") return json({ nome: "insufficient_scope" }, 403);
  if (kind === "cobv" && request.method === "PUT" && state.noDueDates) return json({ nome: "valor_invalido" }, 400);
  if (kind) return pix(bills, request.method, kind as "cob" | "cobv", ref, text);
  if (url.pathname.startsWith("/v1/payments")) return mercado(bills, request, url, ref, text);
  if (url.pathname.startsWith("/checkout/sessions")) return page(bills, url, ref, text);
  return none();
}

function make(bills: Map<string, Bill>, ref: string, cents: number): Bill {
  const bill = bills.get(ref) ?? { ref, cents, paid: [], refunded: false, gone: false };
  bills.set(ref, bill);
  return bill;
}
function pix(bills: Map<string, Bill>, method: string, kind: "cob" | "cobv", ref: string, text: string): Response {
  if (method === "PUT") {
    if (bills.has(ref)) return json({ nome: "txid_duplicado", mensagem: "CobOperacaoInvalida" }, 400);
    const { valor, calendario, devedor } = JSON.parse(text);
    if (kind === "cobv" && !(devedor?.nome && (devedor.cpf || devedor.cnpj))) return json({ nome: "devedor" }, 400);
    make(bills, ref, Math.round(Number(valor.original) * 100)).calendar = calendario;
  }
  const bill = bills.get(ref);
  if (!bill || (kind === "cobv") !== (bill.calendar?.dataDeVencimento !== undefined)) return none();
  if (method === "PATCH") bill.gone = true;
  return json({
    txid: ref,
    status: bill.paid.length ? "CONCLUIDA" : bill.gone ? "REMOVIDA_PELO_USUARIO_RECEBEDOR" : "ATIVA",
    calendario: { criacao: new Date().toISOString(), ...bill.calendar },
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
