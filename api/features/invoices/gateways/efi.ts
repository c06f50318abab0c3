// Pix by Efí: charges of the central bank's API, over a connection that shows the operator's certificate.
import { createHash } from "node:crypto";
import { centsOf, reais } from "../../../contract/rules/billing.ts";
import { wallTime } from "../../../contract/rules/wall-time.ts";
import type { ClientCertificate } from "../../../core/outside/once.ts";
import { providers } from "../../../core/outside/providers.ts";
import {
  askPayment,
  CHARGE_S,
  type Collect,
  type Fields,
  fields,
  type Known,
  list,
  PaymentRefused,
  type Provider,
  textOf,
} from "./provider.ts";
import type { GatewaySettings } from "./store.ts";

/** A .p12 in base64 as Efí gives it, which has no password, or PEM. */
function certificateOf({ certificate = "" }: GatewaySettings): ClientCertificate {
  if (certificate.includes("-----BEGIN")) return { cert: certificate, key: certificate };
  return { pfx: Buffer.from(certificate, "base64"), passphrase: "" };
}

/** Tokens of this process, by whose they are. */
const tokens = new Map<string, { text: string; until: number }>();
const ownerOf = (settings: GatewaySettings) =>
  createHash("sha256").update(JSON.stringify([settings.clientId, settings.clientSecret, providers().PIX_URL])).digest(
    "hex",
  );
/** A token is renewed so long before its end, s. */
const EARLY_S = 60;

async function token(settings: GatewaySettings): Promise<string> {
  const known = tokens.get(ownerOf(settings));
  if (known && known.until > Date.now()) return known.text;
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString("base64");
  const answer = await askPayment(`${providers().PIX_URL}/oauth/token`, {
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "client_credentials" }),
    certificate: certificateOf(settings),
  });
  const text = textOf(answer.access_token);
  if (!text) throw new PaymentRefused("ERR_PROVIDER_AUTH", "no token");
  tokens.set(ownerOf(settings), { text, until: Date.now() + (Number(answer.expires_in) - EARLY_S) * 1000 });
  return text;
}

interface Asked {
  method?: "GET" | "PUT" | "PATCH";
  body?: unknown;
  headers?: Record<string, string>;
}
async function ask(
  settings: GatewaySettings,
  path: string,
  { method = "GET", body, headers }: Asked = {},
): Promise<Fields> {
  try {
    return await askPayment(`${providers().PIX_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token(settings)}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      certificate: certificateOf(settings),
    });
  } catch (error) {
    if (error instanceof PaymentRefused && error.code === "ERR_PROVIDER_AUTH") tokens.delete(ownerOf(settings));
    throw error;
  }
}
/** A charge of a day, and one with a due date, which can be paid until long after it. */
type Kind = "cob" | "cobv";
const kinds: readonly Kind[] = ["cob", "cobv"];
const chargeAt = (kind: Kind, ref: string) => `/v2/${kind}/${encodeURIComponent(ref)}`;
const remoteOf = (kind: Kind, ref: string) => kind === "cob" ? ref : `${kind}:${ref}`;
/** Of which kind it may be: both where the answer to its making was lost. */
const kindsOf = ({ remote }: Known): readonly Kind[] =>
  remote === "" ? kinds : remote.startsWith("cobv:") ? ["cobv"] : ["cob"];

/** Who may make no charges with a due date (403: a scope that the application lacks) has none. */
const isNone = (error: unknown, kind: Kind) =>
  error instanceof PaymentRefused && (error.status === 404 || kind === "cobv" && error.status === 403);
/** The charge as the provider has it; null where it knows none. */
async function found(settings: GatewaySettings, charge: Known): Promise<{ kind: Kind; charge: Fields } | null> {
  for (const kind of kindsOf(charge)) {
    try {
      return { kind, charge: await ask(settings, chargeAt(kind, charge.ref)) };
    } catch (error) {
      if (!isNone(error, kind)) throw error;
    }
  }
  return null;
}

/** The charge of this name, where it is there already and still the same: our first asking arrived, and its answer was lost. */
async function made(settings: GatewaySettings, { ref, cents }: Collect, refusal: unknown) {
  if (!isRefusal(refusal)) throw refusal;
  const there = await found(settings, { ref, remote: "" }).catch(() => null);
  const same = there?.charge.status === "ATIVA" && centsOf(textOf(fields(there.charge.valor).original)) === cents;
  if (!same) throw refusal;
  return there;
}
const isRefusal = (error: unknown) => error instanceof PaymentRefused && error.code === "ERR_PROVIDER_REFUSED";

/** Days after the due date on which its code is still good: within the time in which charges are asked about. */
const GOOD_FOR_DAYS = 20;
/** The due date as the bank counts days; null where it has passed. */
function dueDay(dueDate: Date, now: Date): string | null {
  const day = (at: Date) => wallTime(at, "America/Sao_Paulo").date;
  return day(dueDate) >= day(now) ? day(dueDate) : null;
}
/** Midnight in Brasília after the last day on which the code is good. */
function goodUntil({ dataDeVencimento, validadeAposVencimento }: Fields): Date | null {
  const due = Date.parse(`${textOf(dataDeVencimento)}T00:00:00-03:00`);
  return Number.isNaN(due) ? null : new Date(due + (Number(validadeAposVencimento ?? 0) + 1) * 86_400_000);
}

/** Asks for a charge: with the due date where the bank is told who pays and it takes that, else for a day. */
async function make(settings: GatewaySettings, what: Collect): Promise<{ kind: Kind; charge: Fields }> {
  const { document, name } = what.payer;
  const debtor = document && { [document.kind]: document.value, nome: name.slice(0, 200) };
  const body = {
    valor: { original: reais(what.cents) },
    chave: settings.pixKey,
    solicitacaoPagador: what.detail.slice(0, 140),
    ...(debtor && { devedor: debtor }),
  };
  const put = async (kind: Kind, calendario: Fields) => {
    try {
      const charge = await ask(settings, chargeAt(kind, what.ref), { method: "PUT", body: { ...body, calendario } });
      return { kind, charge };
    } catch (refusal) {
      return await made(settings, what, refusal);
    }
  };
  const due = debtor && dueDay(what.dueDate, new Date());
  if (!due) return await put("cob", { expiracao: CHARGE_S });
  return await put("cobv", { dataDeVencimento: due, validadeAposVencimento: GOOD_FOR_DAYS })
    // Some accounts may not, or want to know where the payer lives.
    .catch((refusal) => {
      if (isRefusal(refusal) || isNone(refusal, "cobv")) return put("cob", { expiracao: CHARGE_S });
      throw refusal;
    });
}

async function collect(settings: GatewaySettings, what: Collect) {
  const { kind, charge } = await make(settings, what);
  const copied = textOf(charge.pixCopiaECola);
  const place = Number(fields(charge.loc).id);
  // The page is a convenience: without it the code is enough.
  const page = Number.isSafeInteger(place) && place > 0
    ? await ask(settings, `/v2/loc/${place}/qrcode`).catch((error) => {
      if (!copied) throw error;
      return {} as Fields;
    })
    : {};
  const qr = copied || textOf(page.qrcode);
  if (!qr) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "no code");
  const calendar = fields(charge.calendario);
  const from = Date.parse(textOf(calendar.criacao)) || Date.now();
  const link = textOf(page.linkVisualizacao);
  return {
    remote: remoteOf(kind, what.ref),
    qr,
    link: link.startsWith("https://") ? link : "",
    expiresAt: kind === "cobv" ? goodUntil(calendar) : new Date(from + (Number(calendar.expiracao) || CHARGE_S) * 1000),
  };
}

const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, one) => all + (centsOf(textOf(one)) ?? 0), 0);

export const efi: Provider = {
  collect,
  async outcome(settings, known) {
    const { charge } = await found(settings, known) ?? {};
    if (!charge) return { state: "closed" };
    if (charge.txid !== known.ref) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "another charge");
    if (charge.status === "ATIVA") return { state: "open" };
    if (charge.status !== "CONCLUIDA") return { state: "closed" };
    const came = list(charge.pix);
    const cents = sum(came.map(({ valor }) => valor));
    const back = sum(
      came.flatMap(({ devolucoes }) => list(devolucoes)).filter(({ status }) => status === "DEVOLVIDO").map((
        { valor },
      ) => valor),
    );
    return cents > 0 && back >= cents ? { state: "refunded" } : { state: "paid", cents };
  },
  async withdraw(settings, known) {
    const body = { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" };
    // Of which kind it is was kept with it, except where the answer to its making was lost.
    const [only, ...others] = kindsOf(known);
    const kind = others.length ? (await found(settings, known))?.kind : only;
    if (kind) await ask(settings, chargeAt(kind, known.ref), { method: "PATCH", body });
  },
  told(_settings, { body }) {
    return list(readJson(body).pix).map(({ txid }) => textOf(txid)).filter(Boolean);
  },
  async test(settings, callback) {
    tokens.delete(ownerOf(settings));
    await token(settings);
    // It calls nobody but over HTTPS.
    if (!callback.startsWith("https://")) return;
    await ask(settings, `/v2/webhook/${encodeURIComponent(settings.pixKey ?? "")}`, {
      method: "PUT",
      body: { webhookUrl: callback },
      // Its calls are believed in nothing: they need a certificate only where what stands before us asks for one.
      ...(settings.callbackMtls !== "yes" && { headers: { "x-skip-mtls-checking": "true" } }),
    });
  },
};

/** A callback's body; empty where it is no JSON, as in some calls of a registration. */
export function readJson(body: Uint8Array): Fields {
  try {
    return fields(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return {};
  }
}
