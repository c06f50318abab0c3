// Providers call about payments. What they say is a reason to ask, so it is written down, acknowledged, and then asked about.
import { errors } from "../../../contract/errors.ts";
import type { GatewayKind } from "../../../contract/rules/gateways.ts";
import { allow } from "../../../core/access/rate-limit.ts";
import { securityEvent } from "../../../core/access/security-events.ts";
import { readBytes } from "../../../core/http/input.ts";
import type { Api } from "../../../core/http/route.ts";
import { log } from "../../../core/log.ts";
import { asPlatform } from "../../../../db/tenant.ts";
import { gateway } from "../gateways/store.ts";
import { providerOf } from "../gateways/registry.ts";
import { answerCallbacks } from "./outcomes.ts";

const MAX_BODY = 1024 * 1024;
/** Of one address; who is refused calls again. */
const PER_MINUTE = 600;
/** Names in one call that are looked at. */
const MOST_NAMES = 1000;
/** Banks put `/pix` behind the address that they were given. */
const paths: readonly [string, GatewayKind][] = [
  ["/webhooks/pix", "efi"],
  ["/webhooks/pix/pix", "efi"],
  ["/webhooks/mercadopago", "mercadopago"],
  ["/webhooks/stripe", "stripe"],
];

/** Mounts the addresses that providers of payments call. */
export function mountPaymentCallbacks(http: Api["http"]): void {
  for (const [path, kind] of paths) {
    http.post(path, async (c) => {
      const address = c.get("address");
      if (!allow(`payment-callback:${address}`, PER_MINUTE, PER_MINUTE)) {
        return c.json({ error: "ERR_TOO_MANY_REQUESTS" }, errors.ERR_TOO_MANY_REQUESTS);
      }
      const body = await readBytes(c.req.raw, MAX_BODY);
      const { settings } = await asPlatform((tx) => gateway(tx, kind));
      const query = new URL(c.req.url).searchParams;
      const names = providerOf(kind)!.told(settings, { headers: c.req.raw.headers, query, body });
      if (!names) {
        securityEvent("signature", { channel: kind, address });
        return c.json({ error: "ERR_INVALID_TOKEN" }, errors.ERR_INVALID_TOKEN);
      }
      if (await note(kind, names.slice(0, MOST_NAMES))) {
        answerCallbacks().catch((error) => log.warn("callbacks of payments wait for the next turn", { error }));
      }
      return c.json({ ok: true });
    });
  }
}

/** Writes down the charges of ours among these names, one row each however often it is called; answers how many there are. */
async function note(kind: GatewayKind, names: readonly string[]): Promise<number> {
  if (!names.length) return 0;
  const stored = names.filter((name) => !name.includes("\u0000") && name.isWellFormed());
  const done = await asPlatform((tx) =>
    tx`
      insert into app.payment_events as e (provider, event)
      select distinct ${kind}, h.ref from app.charges h
      where h.provider = ${kind} and (h.ref = any (${stored}::text[]) or h.remote <> '' and h.remote = any (${stored}::text[]))
      on conflict (provider, event) do update set received_at = clock_timestamp(), settled_at = null, attempts = 0,
        try_at = greatest(e.try_at, now())`
  );
  return done.count;
}
