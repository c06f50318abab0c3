import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { findServed } from "../tickets/actions/served.ts";
import { audienceOf, served, visible } from "../tickets/visibility.ts";
import { noteChanged, type TicketNote, ticketNotes as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of ticket notes. */
export function ticketNotes(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ tx, me, query }) => queries.list(tx, query, visible(tx, me)));

  route(api, calls.create, async ({ tx, me, body: { ticketId, contactId, note } }) => {
    const ticket = await findServed(tx, me, ticketId);
    if (contactId !== undefined && contactId !== ticket.contactId) refuse("ERR_NO_CONTACT_FOUND");
    const id = await queries.insert(tx, { ticketId, userId: me.id, note });
    return await tellNote(tx, me, id, "create");
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body }) => {
    await changeable(tx, me, id);
    await queries.write(tx, id, body.note);
    return await tellNote(tx, me, id, "update");
  });

  route(api, calls.remove, async ({ tx, me, params: { id } }) => {
    const row = await changeable(tx, me, id);
    await queries.remove(tx, id);
    emit(tx, noteChanged, audienceOf(row), { action: "delete", ticketNoteId: id });
    return { ok: true as const };
  });
}

/** Everybody who sees the ticket reads its notes; its writer and admins change them. */
async function changeable(tx: Tx, me: Me, id: number): Promise<queries.NoteRow> {
  const row = must(await queries.find(tx, id, served(tx, me)), "ERR_NO_NOTE_FOUND");
  if (me.profile !== "admin" && row.note.user?.id !== me.id) refuse("ERR_NO_PERMISSION");
  return row;
}

async function tellNote(tx: Tx, me: Me, id: number, action: "create" | "update"): Promise<TicketNote> {
  const row = must(await queries.find(tx, id, visible(tx, me)), "ERR_NO_NOTE_FOUND");
  emit(tx, noteChanged, audienceOf(row), { action, ticketNote: row.note });
  return row.note;
}
