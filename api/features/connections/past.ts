// What a company wishes of the past on a connection (docs/product/connections.md#old-messages): import of old messages, its end,
// and its tickets.
import type { z } from "zod";
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import { must, refuse } from "../../contract/errors.ts";
import { closePast, importPast, pastQueue } from "./tasks.ts";
import type { Me } from "../../core/access/auth.ts";
import { enqueue } from "../../core/jobs.ts";
import { type Api, route } from "../../core/http/route.ts";
import { askChannel } from "./actions/requests.ts";
import { queueExists } from "../tickets/queries.ts";
import { connections as calls, type ConnectionUpdate } from "./contract.ts";
import * as queries from "./queries.ts";

/** How far back messages may be imported. */
const YEARS = 2;
/** What a clock of a device may be off, and a form that was open for a while. */
const LENIENT_MS = 5 * 60_000;
/** The session that held the connection is gone by then; the new one knows what is wished for. */
const LINK_AFTER_S = 1;

/** The calls about an import; `changed` tells of the connection as it is then. */
export function past(api: Api, changed: (tx: Tx, me: Me, id: number) => Promise<unknown>): void {
  route(api, calls.closeImported, async ({ tx, me, params }) => {
    const row = must(await queries.byId(tx, params.id), "ERR_NO_WAPP_FOUND");
    await enqueue(tx, closePast, { connectionId: row.id, userId: me.id }, { queue: pastQueue(row.id) });
    return { ok: true as const };
  });
  route(api, calls.stopImport, async ({ tx, me, params, before }) => {
    const row = must(await queries.byId(tx, params.id), "ERR_NO_WAPP_FOUND");
    before({ importOldMessages: row.importOldMessages, statusImportMessages: row.statusImportMessages });
    await withdraw(tx, row.id);
    await changed(tx, me, row.id);
    return { ok: true as const };
  });
}

interface Wish {
  from: Date | null;
  until: Date | null;
  groups: boolean;
}
/**
 * Keeps the wish. True when a device is linked and must be linked anew, because only then does the provider bring the past; a wish
 * that stays as it was ends no link.
 */
export async function savePast(
  tx: Tx,
  plugin: ChannelPlugin,
  row: queries.ConnectionRecord,
  body: z.output<typeof ConnectionUpdate>,
): Promise<boolean> {
  const before = {
    from: row.importOldMessages,
    until: row.importRecentMessages,
    groups: row.importOldMessagesGroups,
  };
  const wish: Wish = {
    from: moment(body.importOldMessages, before.from),
    until: moment(body.importRecentMessages, before.until),
    groups: body.importOldMessagesGroups ?? before.groups,
  };
  const queueId = body.queueIdImportMessages === undefined ? row.queueIdImportMessages : body.queueIdImportMessages;
  if (queueId !== row.queueIdImportMessages && queueId && !await queueExists(tx, queueId)) refuse("ERR_NO_QUEUE_FOUND");
  await queries.update(tx, row.id, {
    past_queue_id: queueId,
    past_close: body.closedTicketsPostImported ?? row.closedTicketsPostImported,
  });
  if (!wish.from) {
    if (before.from) await withdraw(tx, row.id);
    return false;
  }
  if (!plugin.manifest.abilities.history) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  if (!queueId) invalid("queueIdImportMessages", "required");
  if (same(wish, before)) return false;
  check(wish.from, wish.until);
  await queries.lockPast(tx, row.id);
  await queries.forgetPast(tx, row.id);
  await queries.update(tx, row.id, {
    past_from: wish.from,
    past_until: wish.until,
    past_groups: wish.groups,
    past_state: "",
    past_at: null,
    past_done: 0,
    past_all: 0,
  });
  return row.status === "CONNECTED" && plugin.manifest.abilities.link;
}

const moment = (given: string | null | undefined, before: Date | null) =>
  given === undefined ? before : given ? new Date(given) : null;
const same = (one: Wish, other: Wish) =>
  one.from?.getTime() === other.from?.getTime() && one.until?.getTime() === other.until?.getTime() &&
  one.groups === other.groups;

/** From at most two years ago, until between then and now (docs/product/connections.md#old-messages). */
function check(from: Date, until: Date | null): void {
  const now = Date.now();
  const earliest = new Date(now);
  earliest.setFullYear(earliest.getFullYear() - YEARS);
  if (from.getTime() < earliest.getTime() - LENIENT_MS || from.getTime() > now + LENIENT_MS) {
    invalid("importOldMessages", "date_range");
  }
  if (until && (until < from || until.getTime() > now + LENIENT_MS)) invalid("importRecentMessages", "date_range");
}
function invalid(field: string, message: string): never {
  return refuse("ERR_VALIDATION", { details: [{ path: `body.${field}`, message }] });
}

/** No more is wished for. What is not in yet stays out; the job takes away what was collected. */
async function withdraw(tx: Tx, id: number): Promise<void> {
  await queries.lockPast(tx, id);
  await queries.update(tx, id, { past_from: null, past_until: null, past_state: "" });
  await enqueue(tx, importPast, { connectionId: id }, { queue: pastQueue(id), key: pastQueue(id) });
}

/** Ends the link there is and asks for a new one. */
export async function linkAnew(tx: Tx, id: number): Promise<void> {
  await queries.markUnlinked(tx, id);
  await askChannel(tx, id, "link", { askedAt: Date.now() }, LINK_AFTER_S);
}
