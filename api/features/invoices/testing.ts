// The providers of payments at their network edge: what tests press, lose and forge.
import { asPlatform } from "../../../db/tenant.ts";
import type { GatewayKind } from "../../contract/rules/gateways.ts";
import { providers, setUpProviders } from "../../core/outside/providers.ts";
import { afterFile } from "../../core/testing/after-file.ts";
import type { Person } from "../../core/testing/api.ts";
import { invoices } from "./contract.ts";
import { answerAsProvider, type StandIn } from "./testing-providers.ts";

/** Opens the stand-in and points this process at it. */
export function standIn(): StandIn {
  const state: StandIn = { bills: new Map(), asked: [], fail: [] };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => answerAsProvider(state, request),
  );
  const before = providers();
  const at = `http://127.0.0.1:${server.addr.port}`;
  setUpProviders({ ...before, PIX_URL: at, MERCADOPAGO_URL: at, STRIPE_URL: at, EGRESS_ALLOW: [] });
  afterFile(async () => {
    setUpProviders({ ...before, EGRESS_ALLOW: [] });
    await server.shutdown();
  });
  return state;
}

/** By it providers sign their calls. */
export const CALL_SECRET = "whsec_x";
const settings: Record<Exclude<GatewayKind, "manual">, object> = {
  efi: { pixKey: "financeiro@exemplo.com.br", clientId: "c", clientSecret: "s", certificate: "AAAA" },
  mercadopago: { accessToken: "APP_USR-x", webhookSecret: CALL_SECRET },
  stripe: { secretKey: "sk_test_x", webhookSecret: CALL_SECRET },
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
