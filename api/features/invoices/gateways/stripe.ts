// Stripe's page: whatever ways to pay the operator has switched on there.
import { providers } from "../../../core/outside/providers.ts";
import { readJson } from "./efi.ts";
import { askPayment, CHARGE_S, type Collect, fields, PaymentRefused, type Provider, textOf } from "./provider.ts";
import { signedBy } from "./signed.ts";
import type { GatewaySettings } from "./store.ts";

const VERSION = "2026-07-29.dahlia";
const SESSIONS = "/checkout/sessions";
/** A call back is taken for so long after it was signed, s; a clock may be a little ahead. */
const TOLERANCE_S = 300;

const ask = (settings: GatewaySettings, path: string, form?: Record<string, string>, key?: string) =>
  askPayment(`${providers().STRIPE_URL}${path}`, {
    method: form ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${settings.secretKey}`,
      "stripe-version": VERSION,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...(key && { "idempotency-key": key }),
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
  });

async function collect(settings: GatewaySettings, { ref, cents, detail, payer, backTo }: Collect) {
  const session = await ask(settings, SESSIONS, {
    mode: "payment",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "brl",
    "line_items[0][price_data][unit_amount]": String(cents),
    "line_items[0][price_data][product_data][name]": detail,
    client_reference_id: ref,
    "metadata[ref]": ref,
    "payment_intent_data[metadata][ref]": ref,
    ...(payer.email && { customer_email: payer.email }),
    success_url: backTo,
    cancel_url: backTo,
  }, ref);
  const link = textOf(session.url);
  if (!textOf(session.id) || !link.startsWith("https://")) {
    throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "no page");
  }
  const until = Number(session.expires_at);
  return {
    remote: textOf(session.id),
    qr: "",
    link,
    expiresAt: new Date((until > 0 ? until : Date.now() / 1000 + CHARGE_S) * 1000),
  };
}

export const stripe: Provider = {
  collect,
  async outcome(settings, { ref, remote }) {
    // Nobody has seen its address.
    if (!remote) return { state: "closed" };
    const session = await ask(
      settings,
      `${SESSIONS}/${encodeURIComponent(remote)}?expand[]=payment_intent.latest_charge`,
    );
    if (session.client_reference_id !== ref) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "another charge");
    if (session.payment_status === "paid") {
      const { refunded, disputed } = fields(fields(session.payment_intent).latest_charge);
      if (refunded === true || disputed === true) return { state: "refunded" };
      const cents = session.currency === "brl" && Number.isSafeInteger(session.amount_total) ? session.amount_total : 0;
      return { state: "paid", cents: cents as number };
    }
    return { state: session.status === "expired" ? "closed" : "open" };
  },
  async withdraw(settings, { remote }) {
    if (remote) await ask(settings, `${SESSIONS}/${encodeURIComponent(remote)}/expire`, {});
  },
  told({ webhookSecret }, { headers, body }) {
    if (webhookSecret && !isSigned(webhookSecret, headers.get("stripe-signature") ?? "", body)) return null;
    const { id, client_reference_id, metadata } = fields(fields(readJson(body).data).object);
    return [id, client_reference_id, fields(metadata).ref].map(textOf).filter(Boolean);
  },
  async test(settings) {
    await ask(settings, `${SESSIONS}?limit=1`);
  },
};

function isSigned(secret: string, header: string, body: Uint8Array): boolean {
  const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string?]);
  const at = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_S) return false;
  const signatures = parts.filter(([name]) => name === "v1").map(([, value]) => value ?? "");
  return signedBy(secret, Buffer.concat([Buffer.from(`${at}.`), body]), signatures);
}
