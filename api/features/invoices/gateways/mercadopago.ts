// Pix by Mercado Pago: its payments, by the account's token.
import { centsOf, reais } from "../../../contract/rules/billing.ts";
import { providers } from "../../../core/outside/providers.ts";
import { readJson } from "./efi.ts";
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
import { signedBy } from "./signed.ts";
import type { GatewaySettings } from "./store.ts";

const ask = (
  settings: GatewaySettings,
  path: string,
  rest: { method?: "GET" | "PUT"; body?: string; key?: string } = {},
) => {
  const { key, method = rest.body ? undefined : "GET", body } = rest;
  return askPayment(`${providers().MERCADOPAGO_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${settings.accessToken}`,
      "content-type": "application/json",
      ...(key && { "x-idempotency-key": key }),
    },
    body,
  });
};
/** The amount is a number there; two digits are what it is worth. */
const amountOf = (value: unknown) => typeof value === "number" && value >= 0 ? centsOf(value.toFixed(2)) ?? 0 : 0;
const idOf = (payment: Fields) =>
  typeof payment.id === "number" || typeof payment.id === "string" ? String(payment.id) : "";
const SEARCHED = "/v1/payments/search";

async function collect(settings: GatewaySettings, { ref, cents, detail, payer, createdAt, callback }: Collect) {
  const [first_name, ...rest] = payer.name.split(/\s+/);
  const expiresAt = new Date(createdAt.getTime() + CHARGE_S * 1000);
  const payment = await ask(settings, "/v1/payments", {
    key: ref,
    body: JSON.stringify({
      transaction_amount: Number(reais(cents)),
      description: detail,
      payment_method_id: "pix",
      external_reference: ref,
      ...(callback.startsWith("https://") && { notification_url: callback }),
      date_of_expiration: expiresAt.toISOString().replace("Z", "+00:00"),
      payer: {
        email: payer.email,
        first_name,
        ...(rest.length && { last_name: rest.join(" ") }),
        ...(payer.document && {
          identification: { type: payer.document.kind.toUpperCase(), number: payer.document.value },
        }),
      },
    }),
  });
  const { qr_code, ticket_url } = fields(fields(payment.point_of_interaction).transaction_data);
  const link = textOf(ticket_url);
  if (!idOf(payment) || !textOf(qr_code)) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "no code");
  return { remote: idOf(payment), qr: textOf(qr_code), link: link.startsWith("https://") ? link : "", expiresAt };
}

export const mercadopago: Provider = {
  collect,
  async outcome(settings, { ref, remote }) {
    const payment = remote
      ? await ask(settings, `/v1/payments/${encodeURIComponent(remote)}`)
      : list((await ask(settings, `${SEARCHED}?external_reference=${encodeURIComponent(ref)}`)).results)[0];
    if (!payment) return { state: "closed" };
    if (payment.external_reference !== ref) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "another charge");
    switch (payment.status) {
      case "approved":
        return { state: "paid", cents: amountOf(payment.transaction_amount) };
      case "refunded":
      case "charged_back":
        return { state: "refunded" };
      case "rejected":
      case "cancelled":
        return { state: "closed" };
      default:
        return { state: "open" };
    }
  },
  async withdraw(settings, { remote }) {
    if (!remote) return;
    await ask(settings, `/v1/payments/${encodeURIComponent(remote)}`, {
      method: "PUT",
      body: JSON.stringify({ status: "cancelled" }),
    });
  },
  told({ webhookSecret }, { headers, query, body }) {
    const named = query.get("data.id") ?? "";
    if (webhookSecret && !isSigned(webhookSecret, headers, named)) return null;
    const inside = fields(readJson(body).data).id;
    return [named, typeof inside === "number" ? String(inside) : textOf(inside)].filter(Boolean);
  },
  async test(settings) {
    await ask(settings, `${SEARCHED}?external_reference=none&limit=1`);
  },
};

/** Its documents write the id in small letters, its own library as it came: both are tried. A part that is missing is left out. */
function isSigned(secret: string, headers: Headers, id: string): boolean {
  const signature = headers.get("x-signature") ?? "";
  const part = (name: string) => new RegExp(`(?:^|,)\\s*${name}=([^,]+)`).exec(signature)?.[1]?.trim() ?? "";
  const request = headers.get("x-request-id");
  return [id.toLowerCase(), id].some((written) => {
    const text = [["id", written], ["request-id", request], ["ts", part("ts")]]
      .map(([name, value]) => value ? `${name}:${value};` : "").join("");
    return signedBy(secret, text, [part("v1")]);
  });
}
