// Providers' webhooks. The bytes are verified, kept as they came, and only then acknowledged; what they mean is worked out right
// after in this process, or by the sweep of whichever process comes first (docs/architecture/inbound.md#exactly-once).
import type {
  ChannelPlugin,
  InboundEvent,
  Manifest,
  RoutedEvent,
  Webhook,
  WebhookSecrets,
} from "../../../channels/sdk/mod.ts";
import { platform } from "../../../db/tenant.ts";
import { refuse } from "../../contract/errors.ts";
import { securityEvent } from "../../core/access/security-events.ts";
import type { Env } from "../../core/env.ts";
import { readBytes } from "../../core/http/input.ts";
import { log } from "../../core/log.ts";
import { manifestOf } from "../../core/manifests.ts";
import { metrics } from "../../core/metrics.ts";
import type { Api } from "../../core/http/route.ts";
import { PROCESS_ID } from "../../core/processes/self.ts";
import { readConnection } from "../lines/connections.ts";
import { ownerOf } from "../../features/connections/accounts.ts";
import { openSettings } from "../../features/connections/settings.ts";
import { receive } from "./inbound.ts";

/** Providers post at most this much (WhatsApp: 3 MB). */
const MAX_BODY = 5 * 1024 * 1024;

export function mountWebhooks(http: Api["http"], plugins: ReadonlyMap<string, ChannelPlugin>, env: Env): void {
  const find = (channel: string): Called => {
    const { manifest, webhook } = plugins.get(channel) ?? refuse("ERR_NO_ROUTE_FOUND");
    return { manifest, webhook: webhook ?? refuse("ERR_NO_ROUTE_FOUND") };
  };
  for (const path of ["/webhooks/:channel", "/webhooks/:channel/:connectionId"]) {
    http.get(path, async (c) => {
      const called = find(c.req.param("channel") ?? "");
      const { operators, own } = await secretsFor(env, called, c.req.param("connectionId"));
      const verifyTokens = [...operators.verifyTokens, ...own?.verifyTokens ?? []];
      const answer = called.webhook.challenge(new URL(c.req.url).searchParams, { ...operators, verifyTokens });
      return answer === null ? c.text("", 403) : c.text(answer);
    });
    http.post(path, async (c) => {
      const channel = c.req.param("channel") ?? "";
      const called = find(channel);
      const { webhook } = called;
      const body = await readBytes(c.req.raw, MAX_BODY);
      const { operators, own } = await secretsFor(env, called, c.req.param("connectionId"));
      // Both are asked, whatever the first one says: how long it takes must not tell which secret fitted.
      const [forAll, forOne] = await Promise.all([
        webhook.verify(c.req.raw.headers, body, operators),
        own ? webhook.verify(c.req.raw.headers, body, own) : false,
      ]);
      if (!forAll && !forOne) {
        securityEvent("signature", { channel, address: c.get("address") });
        return c.json({ error: "ERR_INVALID_TOKEN" }, 401);
      }
      const signedFor = forAll ? null : c.req.param("connectionId") ?? null;
      const parsed = readable(webhook, body);
      if (!parsed) return c.json({ error: "ERR_BAD_REQUEST" }, 400);
      const [row] = await platform()<
        { id: number; at: Date }[]
      >`insert into app.inbound_raw (channel, body, signed_for, taken_by) values (${channel}, ${body}, ${signedFor}, ${[
        PROCESS_ID,
      ]}::uuid[]) returning id, received_at as at`;
      void process({ ...row!, channel, signedFor }, parsed, plugins);
      return c.text("ok");
    });
  }
}

function readable(webhook: Webhook, body: Uint8Array): ReturnType<Webhook["parse"]> | null {
  try {
    return webhook.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Called {
  manifest: Manifest;
  webhook: Webhook;
}
/** The operator's, of what the channel's manifest names, and at a connection's own address that connection's, which speak for it alone. */
async function secretsFor(
  env: Readonly<Record<string, unknown>>,
  { manifest, webhook }: Called,
  connectionId: string | undefined,
): Promise<{ operators: WebhookSecrets; own?: WebhookSecrets }> {
  const named = (names: readonly string[] = []) =>
    names.filter((name) => manifest.env.includes(name)).map((name) => env[name])
      .filter((value): value is string => typeof value === "string" && value !== "");
  const operators = {
    appSecrets: named(webhook.secrets?.appSecrets),
    verifyTokens: named(webhook.secrets?.verifyTokens),
  };
  if (connectionId === undefined) return { operators };
  const { appSecret, webhookToken } = await ownConnection(manifest.id, connectionId);
  const texts = (value: unknown) => typeof value === "string" && value !== "" ? [value] : [];
  return { operators, own: { appSecrets: texts(appSecret), verifyTokens: texts(webhookToken) } };
}
/** `{connectionId}` in an address is the company's and the connection's id: `2-17`. */
async function ownConnection(channel: string, id: string): Promise<Record<string, unknown>> {
  const match = /^([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(id);
  const row = match ? await readConnection(Number(match[1]), Number(match[2])) : undefined;
  if (!row || row.channel !== channel) return refuse("ERR_NO_WAPP_FOUND");
  return { ...openSettings(row), webhookToken: row.settings.webhookToken };
}

/** Bodies that this process is at. */
const atWork = new Set<number>();

/** Carries out what a body says. Events of one conversation keep their order; one that fails does not stop the others. */
async function process(
  { id, channel, at, signedFor }: { id: number; channel: string; at: Date; signedFor: string | null },
  parsed: ReturnType<Webhook["parse"]> & { failure?: string },
  plugins: ReadonlyMap<string, ChannelPlugin>,
): Promise<void> {
  atWork.add(id);
  try {
    await carryOut({ id, channel, at, signedFor }, parsed, plugins);
  } finally {
    atWork.delete(id);
  }
}

async function carryOut(
  { id, channel, at, signedFor }: { id: number; channel: string; at: Date; signedFor: string | null },
  parsed: ReturnType<Webhook["parse"]> & { failure?: string },
  plugins: ReadonlyMap<string, ChannelPlugin>,
): Promise<void> {
  for (const part of parsed.unparsed) {
    metrics.inbound.inc({ channel: part.channel ?? channel, result: "unparsed" });
    log.warn("a part of a webhook was not understood", {
      channel: part.channel ?? channel,
      raw: id,
      reason: part.reason,
    });
  }
  const failures: string[] = parsed.failure ? [parsed.failure] : [];
  for (const routed of parsed.events) {
    const event = plugins.get(routed.channel)?.manifest.wholeSeconds ? placed(routed, at) : routed;
    const failure = await deliver(event, signedFor);
    if (failure) failures.push(failure);
  }
  const note = [...failures, ...parsed.unparsed.map((part) => `unparsed: ${part.reason}`)].join("; ").slice(0, 1000) ||
    null;
  if (failures.length || note) {
    await platform()`
      update app.inbound_raw set processed_at = ${
      failures.length ? null : new Date()
    }, attempts = greatest(attempts, 1), failure = ${note}, taken_by = array_remove(taken_by, ${PROCESS_ID}::uuid) where id = ${id}`
      .catch(() => {});
  } else markProcessed(id);
}

/** Done bodies are noted together: a note that is lost only means that the sweep finds every message stored already. */
const done: number[] = [];
const NOTE_MS = 100;
function markProcessed(id: number): void {
  if (done.push(id) > 1) return;
  // An asynchronous function: a process that has closed its database meanwhile loses the note, not its life.
  setTimeout(() => {
    const note = async (ids: number[]) =>
      await platform()`update app.inbound_raw set processed_at = now(), attempts = greatest(attempts, 1), failure = null where id = any (${ids})`;
    note(done.splice(0)).catch(() => {});
  }, NOTE_MS);
}

/**
 * A message's place inside the provider's second, by arrival: what was acknowledged before a crash is carried out after what
 * came later, and two processes do not wait for each other. The later it arrived the closer to the second's end, never past it.
 */
function placed(routed: RoutedEvent, arrived: Date): RoutedEvent {
  const { event } = routed;
  if (event.kind !== "message") return routed;
  const late = Math.max(0, arrived.getTime() - event.at);
  return { ...routed, event: { ...event, at: event.at + Math.floor(999 * late / (late + 1000)) } };
}

/** Events of one person are carried out in the order in which they came; others need not wait for them. */
const chains = new Map<string, Promise<unknown>>();
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (chains.get(key) ?? Promise.resolve()).then(work, work);
  chains.set(key, turn);
  void turn.catch(() => {}).finally(() => chains.get(key) === turn && chains.delete(key));
  return turn;
}

/** A notice of an account that stands above connections: each that has its own account with the provider hears it. */
async function tellBelow(channel: string, account: string, event: InboundEvent, signedFor: string | null) {
  const setting = manifestOf(channel)?.above;
  if (!setting) return;
  const rows = await platform()<{ companyId: number; id: number }[]>`
    select w.company_id as "companyId", w.id from app.connections w
    where w.channel = ${channel} and w.deleted_at is null and w.settings ->> ${setting} = ${account}
      and exists (select 1 from app.channel_accounts a where a.company_id = w.company_id and a.connection_id = w.id) order by w.id`;
  for (const { companyId, id } of rows) {
    if (signedFor === null || signedFor === `${companyId}-${id}`) await receive(companyId, id, event);
  }
}

async function deliver({ channel, account, event }: RoutedEvent, signedFor: string | null): Promise<string | null> {
  const who = "peer" in event ? event.peer?.identities[0]?.value : "";
  try {
    // In line before anything is waited for: a later question for the owner may be answered earlier.
    await inTurn(`${channel}:${account}:${who}`, async () => {
      const owner = await ownerOf(channel, account);
      const speaks = owner && (signedFor === null || signedFor === `${owner.companyId}-${owner.connectionId}`);
      if (speaks) await receive(owner.companyId, owner.connectionId, event);
      else if (!owner && event.kind === "notice") await tellBelow(channel, account, event, signedFor);
      else metrics.inbound.inc({ channel, result: "nobody" });
    });
    return null;
  } catch (error) {
    log.error("an inbound event failed and will be tried again", { channel, kind: event.kind, error });
    return `${event.kind}: ${(error as Error).name}`;
  }
}

/** The first pause before a body is taken up again, s; after each failure it is twice as long, in all nearly a day. */
const RETRY_AFTER_S = 5;
const MAX_ATTEMPTS = 15;
/** A body that was at work when so many processes died is not tried again. */
const MAX_DEATHS = 3;
export const SWEEP_SIZE = 100;

/** Another process that has been at a body for so long is taken to have lost it, s: a death is seen earlier. */
const LOST_AFTER_S = 60;
interface Taken {
  id: number;
  channel: string;
  body: Uint8Array;
  at: Date;
  signedFor: string | null;
}

/**
 * Bodies that were acknowledged but not carried out: their process died, or an event failed. Returns how many it took up. One that ends
 * its process each time, or fails for a day, is set aside.
 */
export async function sweepRaw(plugins: ReadonlyMap<string, ChannelPlugin>): Promise<number> {
  await setAside();
  const sweep = { after: 0, taken: 0 };
  while (sweep.taken < SWEEP_SIZE) {
    const row = await takeNext(sweep.after);
    if (!row) break;
    Object.assign(sweep, { after: row.id, taken: sweep.taken + 1 });
    const webhook = plugins.get(row.channel)?.webhook;
    await process(row, webhook ? parsed(webhook, row) : { ...nothing, failure: "no plugin" }, plugins);
  }
  return sweep.taken;
}
const nothing = { events: [], unparsed: [] };

/** The next body whose pause is over and that nobody is at. One at a time: which body a process died of is known then. */
async function takeNext(after: number): Promise<Taken | undefined> {
  const [row] = await platform()<Taken[]>`
    update app.inbound_raw set attempts = attempts + 1, taken_by = taken_by || ${PROCESS_ID}::uuid,
      try_at = now() + make_interval(secs => ${RETRY_AFTER_S} * power(2, attempts))
    where id = (
      select id from app.inbound_raw
      where processed_at is null and set_aside_at is null and id > ${after} and id <> all (${[...atWork]}::bigint[])
        and coalesce(try_at, received_at + make_interval(secs => ${RETRY_AFTER_S})) <= now()
        and (taken_by <@ array[${PROCESS_ID}::uuid] or coalesce(try_at, received_at) < now() - make_interval(secs => ${LOST_AFTER_S}))
      order by id limit 1 for update skip locked)
    returning id, channel, body, received_at as at, signed_for as "signedFor"`;
  return row;
}

/** A body that could be read when it came, and cannot any more, fails as its events do. */
function parsed(webhook: Webhook, { id, channel, body }: { id: number; channel: string; body: Uint8Array }) {
  try {
    return webhook.parse(body);
  } catch (error) {
    log.error("a body cannot be read any more", { channel, raw: id, error });
    return { ...nothing, failure: (error as Error).name };
  }
}

async function setAside(): Promise<void> {
  const rows = await platform()<{ id: number; channel: string; deaths: number; attempts: number }[]>`
    update app.inbound_raw set set_aside_at = now() where processed_at is null and set_aside_at is null
      and (deaths >= ${MAX_DEATHS} or attempts >= ${MAX_ATTEMPTS})
    returning id, channel, deaths, attempts`;
  for (const { id, ...row } of rows) log.error("a provider's body was set aside", { raw: id, ...row });
}
