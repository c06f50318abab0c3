import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { ChannelPlugin, FoundAccount } from "../../../channels/sdk/mod.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { PlanFlag } from "../../contract/plans.ts";
import { openSettings, writeSettings } from "./settings.ts";
import type { Me } from "../../core/access/auth.ts";
import { inCompany } from "../../core/access/in-company.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { withoutCode } from "./actions/code.ts";
import { askChannel } from "./actions/requests.ts";
import { tellConnection } from "./actions/tell.ts";
import { wantConnection } from "./actions/wanted.ts";
import { clearOutage } from "../notifications/actions.ts";
import { renamed } from "../../core/live/names.ts";
import { regroupTickets } from "../tickets/actions/release.ts";
import { claimAccounts, ownHolder } from "./accounts.ts";
import { becomesDefault, handDefaultOn, refuseAbovePlan } from "./by-manifest.ts";
import { connectionChanged, type ConnectionForm, connections as calls, type ConnectionUpdate } from "./contract.ts";
import { greetingMedia } from "./greeting-media.ts";
import { logins } from "./login.ts";
import { linkAnew, past, savePast } from "./past.ts";
import { describeChannel, present } from "./present.ts";
import * as queries from "./queries.ts";
import { rulesOf, saveRules } from "./rules.ts";

type Form = z.output<typeof ConnectionForm>;
type Update = z.output<typeof ConnectionUpdate>;

export function connections(api: Api, parts: Parts): void {
  past(api, (tx, _me, id) => changed(tx, parts, id, "update"));
  greetingMedia(api, (tx, _me, id) => changed(tx, parts, id, "update"));
  logins(api, parts, (tx, me, account) => connectFound(tx, parts, me, account));
  const show = (row: queries.ConnectionRecord, me: Me) => withoutCode(me, present(row, me.companyId, parts));

  route(api, calls.list, ({ tx, me, query }) =>
    inCompany(
      tx,
      me,
      query.companyId,
      async (own) => (await queries.list(own)).map((row) => withoutCode(me, present(row, own.companyId, parts))),
    ));
  route(
    api,
    calls.filter,
    async ({ tx, me, query }) => (await queries.list(tx, query.channel || null)).map((row) => show(row, me)),
  );
  route(api, calls.gaps, ({ tx }) => queries.gaps(tx));
  route(
    api,
    calls.channels,
    () =>
      Promise.resolve([...parts.channels.plugins.values()].map((plugin) => describeChannel(plugin, parts.channels))),
  );
  route(
    api,
    calls.show,
    async ({ tx, me, params }) => ({
      ...show(must(await queries.byId(tx, params.id), "ERR_NO_WAPP_FOUND"), me),
      ...await rulesOf(tx, params.id),
    }),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    const plugin = allowed(parts, me, body.channel ?? linkedChannel(parts));
    await queries.lock(tx);
    await refuseAbovePlan(tx, parts.channels, plugin);
    const id = await create(tx, parts, plugin, body);
    await savePast(tx, plugin, must(await queries.byId(tx, id), "ERR_NO_WAPP_FOUND"), body);
    tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, id));
    return await changed(tx, parts, id, "create");
  });

  route(api, calls.update, async ({ tx, me, params, body, before }) => {
    const row = must(await queries.byId(tx, params.id), "ERR_NO_WAPP_FOUND");
    before({ ...show(row, me), ...await rulesOf(tx, row.id) });
    const plugin = parts.channels.plugins.get(row.channel) ?? refuse("ERR_WAPP_NOT_INITIALIZED");
    await save(tx, parts, plugin, row, body);
    const linkAgain = await savePast(tx, plugin, row, body);
    if (body.groupAsTicket && body.groupAsTicket !== row.groupAsTicket) await regroupTickets(tx, row.id);
    const saved = must(await queries.byId(tx, row.id), "ERR_NO_WAPP_FOUND");
    if (saved.name !== row.name) renamed(tx, "connection", { id: saved.id, name: saved.name });
    if (openedWith(tx, saved) !== openedWith(tx, row) || isDown(plugin, row)) {
      tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, row.id));
    }
    if (linkAgain) await linkAnew(tx, row.id);
    return await changed(tx, parts, row.id, "update");
  });

  route(api, calls.remove, async ({ tx, me, params, before }) => {
    await queries.lock(tx);
    const row = must(await queries.byId(tx, params.id), "ERR_NO_WAPP_FOUND");
    before(show(row, me));
    if (await queries.isLastInUse(tx, row.id)) refuse("ERR_NO_OTHER_WHATSAPP");
    await queries.markDeleted(tx, row.id);
    clearOutage(tx, row.id);
    await claimAccounts(tx, row.channel, [], row.id);
    emit(tx, connectionChanged, everybody, { action: "delete", whatsappId: row.id });
    if (row.isDefault) {
      const next = await handDefaultOn(tx, parts.channels);
      if (next !== undefined) await changed(tx, parts, next, "update");
    }
    tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, row.id));
    return { ok: true as const };
  });

  const wanted = (want: boolean) => async ({ tx, params }: { tx: Tx; params: { id: number } }) => {
    await wantConnection(tx, parts, params.id, want);
    return { ok: true as const };
  };
  route(api, calls.link, async ({ tx, params, body }) => {
    const row = must(await queries.byId(tx, params.id), "ERR_NO_WAPP_FOUND");
    if (!parts.channels.plugins.get(row.channel)?.manifest.abilities.link) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
    if (!await queries.isWanted(tx, row.id)) {
      await queries.setWanted(tx, row.id, true);
      tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, row.id));
    }
    await askChannel(tx, row.id, "link", { number: body.number, askedAt: Date.now() });
    await changed(tx, parts, row.id, "update");
    return { ok: true as const };
  });
  route(api, calls.retry, wanted(true));
  route(api, calls.disconnect, wanted(false));
  route(api, calls.restart, async ({ tx }) => {
    for (const row of await queries.list(tx)) tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, row.id));
    return { ok: true as const };
  });
}

/** There is one default: the old one steps back, and whoever looks sees it. */
async function clearDefault(tx: Tx, parts: Parts, except: number): Promise<void> {
  const old = await queries.clearDefault(tx, except);
  if (old !== undefined) await changed(tx, parts, old, "update");
}

/** An account that a login found: its connection is made, or its token renewed. */
async function connectFound(
  tx: Tx,
  parts: Parts,
  me: Me,
  found: FoundAccount,
) {
  const plugin = allowed(parts, me, found.channel);
  await queries.lock(tx);
  const holder = await ownHolder(tx, found.channel, plugin.accounts(found.config)[0]!);
  const known = holder === null ? undefined : await queries.byId(tx, holder);
  if (!known) await refuseAbovePlan(tx, parts.channels, plugin);
  const isDefault = !known && await becomesDefault(tx, parts.channels, plugin);
  if (isDefault) await clearDefault(tx, parts, 0);
  const id = known?.id ??
    await queries.insert(tx, plugin.manifest.id, "OPENING", {
      name: await freeName(tx, found.name),
      token: newToken(),
      is_default: isDefault,
    });
  await writeSettings(tx, plugin, id, found.config);
  if (known) await queries.setWanted(tx, id, true);
  tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, id));
  await claimAccounts(tx, plugin.manifest.id, plugin.accounts(found.config), id);
  return await changed(tx, parts, id, known ? "update" : "create");
}
async function freeName(tx: Tx, name: string): Promise<string> {
  for (let n = 1;; n++) {
    const wanted = n === 1 ? name.slice(0, 50) : `${name.slice(0, 45)} ${n}`;
    if (!await queries.nameTaken(tx, wanted, 0)) return wanted;
  }
}
function linkedChannel({ channels }: Parts): string {
  const linked = [...channels.plugins.values()].find(({ manifest }) => manifest.abilities.link);
  return linked?.manifest.id ?? refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
}
/** A plugin this company may use: the plan's flag, if the channel has one. */
function allowed(parts: Parts, me: Me, channel: string): ChannelPlugin {
  const plugin = parts.channels.plugins.get(channel) ?? refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  const flag = plugin.manifest.plan as PlanFlag | undefined;
  return flag && !me.plan[flag] ? refuse("ERR_NO_PERMISSION") : plugin;
}

async function create(tx: Tx, parts: Parts, plugin: ChannelPlugin, body: Form): Promise<number> {
  if (await queries.nameTaken(tx, body.name, 0)) refuse("ERR_DUPLICATED_NAME");
  if (body.queueIds.length > 1 && !body.greetingMessage.trim()) refuse("ERR_WAPP_GREETING_REQUIRED");
  const isDefault = body.isDefault || await becomesDefault(tx, parts.channels, plugin);
  if (isDefault) await clearDefault(tx, parts, 0);
  const id = await queries.insert(tx, plugin.manifest.id, "OPENING", {
    ...columnsOf(body),
    name: body.name,
    is_default: isDefault,
    token: body.token ?? newToken(),
  });
  if (!await queries.setQueues(tx, id, body.queueIds)) refuse("ERR_NO_QUEUE_FOUND");
  await saveRules(tx, id, body);
  await saveSettings(tx, plugin, id, settingsOf(plugin, body), {});
  return id;
}

async function save(
  tx: Tx,
  parts: Parts,
  plugin: ChannelPlugin,
  row: queries.ConnectionRecord,
  body: Update,
): Promise<void> {
  if (body.name && await queries.nameTaken(tx, body.name, row.id)) refuse("ERR_DUPLICATED_NAME");
  if (body.isDefault === false && row.isDefault && !await queries.hasOtherDefault(tx, row.id)) {
    refuse("ERR_NO_OTHER_WHATSAPP");
  }
  const queueIds = body.queueIds ?? row.queues.map((queue) => queue.id);
  if (queueIds.length > 1 && !(body.greetingMessage ?? row.greetingMessage).trim()) {
    refuse("ERR_WAPP_GREETING_REQUIRED");
  }
  if (body.isDefault) await clearDefault(tx, parts, row.id);
  await queries.update(tx, row.id, columnsOf(body));
  if (body.queueIds && !await queries.setQueues(tx, row.id, body.queueIds)) refuse("ERR_NO_QUEUE_FOUND");
  await saveRules(tx, row.id, body);
  const given = settingsOf(plugin, body);
  if (Object.keys(given).length) {
    await saveSettings(
      tx,
      plugin,
      row.id,
      given,
      openSettings({ companyId: tx.companyId, id: row.id, settings: row.settings, sealed: row.sealed }),
    );
  }
}
/** What an open session was given, as a word: whatever else is saved does not interrupt it. */
function openedWith({ companyId }: Tx, row: queries.ConnectionRecord): string {
  const { id, settings, sealed, allowGroup, importOldMessages, importRecentMessages, importOldMessagesGroups } = row;
  const given = Object.entries(openSettings({ companyId, id, settings, sealed })).sort(([one], [two]) =>
    one < two ? -1 : 1
  );
  return JSON.stringify([given, allowGroup, importOldMessages, importRecentMessages, importOldMessagesGroups]);
}
/** Saving a form is a try, too; a code that is being shown is none. */
function isDown({ manifest }: ChannelPlugin, { status }: queries.ConnectionRecord): boolean {
  return status !== "CONNECTED" && !manifest.abilities.link;
}
function columnsOf(body: Update): queries.Columns {
  const columns = {
    name: body.name,
    is_default: body.isDefault,
    allow_groups: body.allowGroup,
    group_as_ticket: body.groupAsTicket === undefined ? undefined : body.groupAsTicket === "enabled",
    token: body.token,
    greeting: body.greetingMessage,
    farewell: body.complationMessage,
    out_of_hours: body.outOfHoursMessage,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as queries.Columns;
}
/** The channel's settings, also those that the API takes beside them. */
function settingsOf(plugin: ChannelPlugin, body: Update): Record<string, unknown> {
  const beside = Object.fromEntries(
    (["phoneNumberId", "wabaId", "accessToken", "appSecret"] as const).filter((name) =>
      body[name] !== undefined && name in plugin.config.shape
    ).map((name) => [name, body[name]]),
  );
  return { ...body.settings, ...beside };
}
async function saveSettings(
  tx: Tx,
  plugin: ChannelPlugin,
  id: number,
  given: Record<string, unknown>,
  before: Record<string, unknown>,
): Promise<void> {
  const filled = "key" in plugin.config.shape && !before.key && !given.key
    ? { ...given, key: randomBytes(16).toString("base64url") }
    : given;
  const kept = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== "" && value !== undefined));
  const checked = plugin.config.safeParse({ ...before, ...kept });
  if (!checked.success) {
    return refuse("ERR_VALIDATION", {
      details: checked.error.issues.slice(0, 50).map((issue) => ({
        path: `body.settings.${issue.path.join(".")}`,
        message: issue.message,
      })),
    });
  }
  const settings = checked.data as Record<string, unknown>;
  await writeSettings(tx, plugin, id, settings, before);
  // A linked device's account is known when it is linked.
  if (!plugin.manifest.abilities.link) await claimNamed(tx, plugin, plugin.accounts(settings), id);
}
/**
 * What a form names is not yet this connection's: its session claims it once the provider has said so. What is named no more is
 * given back; what is ours is there at once. Refuses ERR_CHANNEL_ALREADY_CONNECTED.
 */
async function claimNamed(tx: Tx, { manifest }: ChannelPlugin, named: string[], id: number): Promise<void> {
  if (manifest.builtIn) return await claimAccounts(tx, manifest.id, named, id);
  const held: string[] = [];
  for (const account of named) {
    const holder = await ownHolder(tx, manifest.id, account);
    if (holder === id) held.push(account);
    else if (holder !== null) refuse("ERR_CHANNEL_ALREADY_CONNECTED");
  }
  await claimAccounts(tx, manifest.id, held, id);
}
/** 30 random letters and digits. */
function newToken(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(randomBytes(30), (byte) => letters[byte % letters.length]).join("");
}

async function changed(tx: Tx, parts: Parts, id: number, action: "create" | "update") {
  return { ...await tellConnection(tx, parts, id, action), ...await rulesOf(tx, id) };
}
