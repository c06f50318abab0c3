// The ways to pay and what the operator says of each (docs/operations.md#payments).
import { z } from "zod";
import { naming, text } from "../endpoint.ts";
import { writeOnly } from "../marks.ts";

/** By hand, Pix of Efí, Pix of Mercado Pago, and Stripe's page. */
export const gatewayKinds = ["manual", "efi", "mercadopago", "stripe"] as const;
export type GatewayKind = typeof gatewayKinds[number];

/** An empty or missing secret stays as it was. */
const secret = (max: number) => writeOnly(text(max).trim().optional());
/** Every field may be missing: it stays as it was. Each way reads its own. */
export const GatewayForm = z.object({
  active: z.boolean().optional(),
  /** By hand: what those who pay are told. */
  instructions: text(2000).trim().optional(),
  /** Efí: the key that money comes to. */
  pixKey: text(100).trim().optional(),
  clientId: naming("nothing", text(200).trim().optional()),
  clientSecret: secret(200),
  /** Efí: the .p12 file in base64, or certificate and key as PEM text. */
  certificate: secret(40_000),
  /** Efí: what stands before this server lets its calls in only with its certificate. */
  callbackMtls: z.enum(["yes", "no"]).optional(),
  /** Mercado Pago. */
  accessToken: secret(300),
  /** Stripe. */
  secretKey: secret(300),
  /** Mercado Pago and Stripe: with it their calls are checked; without it they are only a reason to ask. */
  webhookSecret: secret(300),
});
export type GatewayForm = z.output<typeof GatewayForm>;
/** The fields that lie open, and those that lie sealed. */
export const openFields = ["instructions", "pixKey", "clientId", "callbackMtls"] as const;
export const sealedFields = ["clientSecret", "certificate", "accessToken", "secretKey", "webhookSecret"] as const;
/** What each way cannot do without. */
export const neededFields: Record<GatewayKind, readonly (typeof openFields[number] | typeof sealedFields[number])[]> = {
  manual: [],
  efi: ["pixKey", "clientId", "clientSecret", "certificate"],
  mercadopago: ["accessToken"],
  stripe: ["secretKey"],
};

export const GatewayState = z.object({
  kind: z.enum(gatewayKinds),
  active: z.boolean(),
  /** Whether everything is there that it cannot do without. */
  ready: z.boolean(),
  instructions: z.string(),
  pixKey: z.string(),
  clientId: z.string(),
  callbackMtls: z.enum(["yes", "no"]),
  /** Which secrets are set; their values are never answered. */
  set: z.array(z.enum(sealedFields)),
});
export type GatewayState = z.infer<typeof GatewayState>;
