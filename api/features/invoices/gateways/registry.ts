import type { GatewayKind } from "../../../contract/rules/gateways.ts";
import { efi } from "./efi.ts";
import { mercadopago } from "./mercadopago.ts";
import type { Provider } from "./provider.ts";
import { stripe } from "./stripe.ts";

const known: Partial<Record<GatewayKind, Provider>> = { efi, mercadopago, stripe };

/** Who collects where companies pay this way; undefined where the operator collects by hand. */
export function providerOf(kind: GatewayKind): Provider | undefined {
  return known[kind];
}
