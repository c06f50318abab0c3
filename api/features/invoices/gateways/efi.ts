// Pix by Efí: charges of the central bank's API, over a connection that shows the operator's certificate.
import { createHash } from "node:crypto";
import { centsOf, reais } from "../../../contract/rules/billing.ts";
import type { ClientCertificate } from "../../../core/outside/once.ts";
import { providers } from "../../../core/outside/providers.ts";
import {
  askPayment,
  CHARGE_S,
  type Collect,
  type Fields,
  fields,
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
const chargeAt = (ref: string) => `/v2/cob/${encodeURIComponent(ref)}`;

/** The charge of this name, where it is there already and still the same: our first asking arrived, and its answer was lost. */
async function made(settings: GatewaySettings, { ref, cents }: Collect, refusal: unknown): Promise<Fields> {
  const isRefusal = refusal instanceof PaymentRefused && refusal.code === "ERR_PROVIDER_REFUSED";
  if (!isRefusal) throw refusal;
  const there = await ask(settings, chargeAt(ref)).catch(() => ({} as Fields));
  const same = there.status === "ATIVA" && centsOf(textOf(fields(there.valor).original)) === cents;
  if (!same) throw refusal;
  return there;
}

async function collect(settings: GatewaySettings, what: Collect) {
  const { document, name } = what.payer;
  const body = {
    calendario: { expiracao: CHARGE_S },
    ...(document && { devedor: { [document.kind]: document.value, nome: name.slice(0, 200) } }),
    valor: { original: reais(what.cents) },
    chave: settings.pixKey,
    solicitacaoPagador: what.detail.slice(0, 140),
  };
  const charge = await ask(settings, chargeAt(what.ref), { method: "PUT", body })
    .catch((refusal) => made(settings, what, refusal));
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
  const { criacao, expiracao } = fields(charge.calendario);
  const from = Date.parse(textOf(criacao)) || Date.now();
  const link = textOf(page.linkVisualizacao);
  return {
    remote: what.ref,
    qr,
    link: link.startsWith("https://") ? link : "",
    expiresAt: new Date(from + (Number(expiracao) || CHARGE_S) * 1000),
  };
}

const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, one) => all + (centsOf(textOf(one)) ?? 0), 0);

export const efi: Provider = {
  collect,
  async outcome(settings, { ref }) {
    const charge = await ask(settings, chargeAt(ref)).catch((error) => {
      if (error instanceof PaymentRefused && error.status === 404) return null;
      throw error;
    });
    if (!charge) return { state: "closed" };
    if (charge.txid !== ref) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "another charge");
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
  async withdraw(settings, { ref }) {
    await ask(settings, chargeAt(ref), { method: "PATCH", body: { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" } });
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
      // Its calls are believed in nothing, so they need no certificate.
      headers: { "x-skip-mtls-checking": "true" },
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
