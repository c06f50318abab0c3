// The ways to pay as they are kept: what may be seen as it is, secrets sealed.
import type { PlatformTx } from "../../../../db/tenant.ts";
import { seal, unseal } from "../../../core/secrets/seal.ts";
import {
  type GatewayForm,
  type GatewayKind,
  gatewayKinds,
  type GatewayState,
  neededFields,
  openFields,
  sealedFields,
} from "../../../contract/rules/gateways.ts";

type Texts<K extends string> = Partial<Record<K, string>>;
export type GatewaySettings = Texts<typeof openFields[number] | typeof sealedFields[number]>;
export interface KeptGateway {
  kind: GatewayKind;
  active: boolean;
  settings: GatewaySettings;
}
interface Row {
  kind: GatewayKind;
  active: boolean;
  settings: Texts<string>;
  sealed: Uint8Array | null;
}
const bound = (kind: GatewayKind) => `gateway:${kind}`;

/** Secrets that were sealed with another SECRET_KEY are as if they had never been given. */
function opened({ kind, active, settings, sealed }: Row): KeptGateway {
  let secrets: GatewaySettings = {};
  try {
    if (sealed) secrets = JSON.parse(new TextDecoder().decode(unseal(sealed, bound(kind))));
  } catch { /* as said above */ }
  return { kind, active, settings: { ...settings, ...secrets } };
}

export async function gateway(tx: PlatformTx, kind: GatewayKind): Promise<KeptGateway> {
  const [row] = await tx<Row[]>`select kind, active, settings, sealed from app.gateways where kind = ${kind}`;
  return row ? opened(row) : { kind, active: false, settings: {} };
}
/** The way that companies pay by now: the active one, else by hand. */
export async function activeGateway(tx: PlatformTx): Promise<KeptGateway> {
  const [row] = await tx<Row[]>`select kind, active, settings, sealed from app.gateways where active`;
  return row ? opened(row) : await gateway(tx, "manual");
}
export function allGateways(tx: PlatformTx): Promise<KeptGateway[]> {
  return Promise.all(gatewayKinds.map((kind) => gateway(tx, kind)));
}

/** Whether everything is there that a way cannot do without. */
export function isReady({ kind, settings }: KeptGateway): boolean {
  return neededFields[kind].every((name) => settings[name]);
}

/** Keeps what a form says over what there was; an empty secret stays. At most one way is active. */
export async function writeGateway(tx: PlatformTx, kind: GatewayKind, form: GatewayForm): Promise<KeptGateway> {
  await tx`select pg_advisory_xact_lock(hashtextextended('gateways', 0))`;
  const before = await gateway(tx, kind);
  const chosen = (
    names: readonly (keyof GatewaySettings)[],
    given: (name: keyof GatewaySettings) => string | undefined,
  ) =>
    Object.fromEntries(names.map((name) => [name, given(name)]).filter(([, value]) => value)) as Record<string, string>;
  const settings = chosen(openFields, (name) => form[name] ?? before.settings[name]);
  const secrets = chosen(sealedFields, (name) => form[name] || before.settings[name]);
  const active = form.active ?? before.active;
  const sealed = Object.keys(secrets).length
    ? seal(new TextEncoder().encode(JSON.stringify(secrets)), bound(kind))
    : null;
  if (active) await tx`update app.gateways set active = false where active and kind <> ${kind}`;
  await tx`
    insert into app.gateways (kind, active, settings, sealed)
    values (${kind}, ${active}, ${JSON.stringify(settings)}::text::jsonb, ${sealed})
    on conflict (kind) do update set active = excluded.active, settings = excluded.settings, sealed = excluded.sealed,
      changed_at = now()`;
  return await gateway(tx, kind);
}

/** What an operator is shown of a way: no secret of it. */
export function described(kept: KeptGateway): GatewayState {
  const { kind, active, settings } = kept;
  return {
    kind,
    active,
    ready: isReady(kept),
    instructions: settings.instructions ?? "",
    pixKey: settings.pixKey ?? "",
    clientId: settings.clientId ?? "",
    callbackMtls: settings.callbackMtls === "yes" ? "yes" : "no",
    set: sealedFields.filter((name) => settings[name]),
  };
}
