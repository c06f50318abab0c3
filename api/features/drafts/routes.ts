import { must, refuse } from "../../contract/errors.ts";
import { emit, only } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { findVisible } from "../tickets/queries.ts";
import { findServed } from "../tickets/actions/served.ts";
import { visible } from "../tickets/visibility.ts";
import { tellOf } from "./actions.ts";
import { draftChanged, drafts as calls, type ServerDraft } from "./contract.ts";
import * as offers from "./offers.ts";
import * as queries from "./queries.ts";

/** Drafts a person may have; the oldest go. */
const MAX_DRAFTS = 500;

/** Mounts the calls of drafts (docs/product/drafts.md#rules). */
export function drafts(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ tx, me }) => queries.list(tx, me.id, visible(tx, me)));

  route(api, calls.write, async ({ tx, me, params, body }) => {
    await findServed(tx, me, params.ticketId);
    return await write(tx, { userId: me.id, ...params }, body);
  });

  route(api, calls.offered, ({ tx, me }) => offers.list(tx, me.id, visible(tx, me)));

  route(api, calls.dismiss, async ({ tx, me, params }) => {
    must(await findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    if (!await offers.hide(tx, params, me.id)) refuse("ERR_NO_TICKET_FOUND");
    tellOf(tx, me.id, params.ticketId);
    return { ok: true as const };
  });
}

async function write(tx: Tx, at: queries.Place, { text, base }: { text: string; base: number }): Promise<ServerDraft> {
  const row = await queries.lock(tx, at);
  if (!row) return await begin(tx, at, { text, base });
  const { leftIn, ...now } = row;
  // The same text again is no change: an answer that was lost is asked for again, or two devices wrote alike.
  if (now.text === text) return now;
  if (now.rev !== base) refuse("ERR_DRAFT_CHANGED", { draft: now });
  if (leftIn !== null) {
    await offers.keepOrEnd(tx, at);
    tellOf(tx, await offers.ownerOf(tx, leftIn), leftIn);
  }
  return told(tx, at.userId, await queries.update(tx, at, text));
}

/** A row that was swept begins where the device stood: one that stood elsewhere is refused the next time. */
async function begin(tx: Tx, at: queries.Place, { text, base }: { text: string; base: number }): Promise<ServerDraft> {
  if (text === "") {
    return { ticketId: at.ticketId, mode: at.mode, text, rev: base, updatedAt: new Date().toISOString() };
  }
  const made = await queries.insert(tx, at, text, base + 1);
  if (!made) return await write(tx, at, { text, base });
  await queries.trim(tx, at.userId, MAX_DRAFTS);
  return told(tx, at.userId, made);
}

function told(tx: Tx, userId: number, draft: ServerDraft): ServerDraft {
  emit(tx, draftChanged, only(userId), { action: "update", draft });
  return draft;
}
