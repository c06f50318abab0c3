// A company with one of everything, made by SQL so that no route has to work for it. With a mark, every free text of every
// tenant table holds that mark: a mark that shows up elsewhere is a leak.
import { keepBytes, newMediaId } from "../../core/media/media.ts";
import { writePiece } from "../../core/media/pieces.ts";
import { makeConnection, makeQueue, type Options, type Person, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { fill, firstRows, type Row, tableOf, tenantTables, textColumns } from "./tables.ts";
import { recordsIn } from "./values.ts";

export interface World {
  person: Person;
  companyId: number;
  userId: number;
  colleagueId: number;
  queueId: number;
  connectionId: number;
  contactId: number;
  tagId: number;
  ticketId: number;
  uuid: string;
  messageId: number;
  mediaId: string;
  deviceId: number;
  mergeId: number;
  quickMessageId: number;
  noteId: number;
  optionId: number;
  /** A file in pieces that is whole and waits for its message. */
  uploadKey: string;
  /** A row of each table that contracts name and the company has rows in, by table. */
  rows: Record<string, Row>;
}
/** A number that only the counters of the marked company hold. */
export const CANARY_NUMBER = 987_654_321;
/** One pixel. */
export const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);

export async function makeWorld(options: Options = {}, mark?: string): Promise<World> {
  const person = await someone(options);
  const { companyId } = person;
  const colleague = await someone({ colleagueOf: person });
  const queueId = await makeQueue(person);
  const connectionId = await makeConnection(person, "webchat", `key-${crypto.randomUUID()}`);
  const number = `55119${String(companyId).padStart(8, "0")}`;
  const rest = await withTenant({ companyId, userId: person.userId }, async (tx) => {
    await tx`insert into app.user_queues (user_id, queue_id) values (${colleague.userId}, ${queueId})`;
    await tx`insert into app.connection_queues (connection_id, queue_id) values (${connectionId}, ${queueId})`;
    const [contact] = await tx<{ id: number }[]>`
      insert into app.contacts (name, number, connection_id, channel, extra)
      values ('Contato', ${number}, ${connectionId}, 'webchat', ${
      text([{ name: "x", value: "y" }])
    }::text::jsonb) returning id`;
    await tx`insert into app.contact_identities (kind, value, contact_id) values ('phone', ${number}, ${contact!.id}),
      ('visitor', ${`visitor-${number}`}, ${contact!.id})`;
    const [tag] = await tx<
      { id: number }[]
    >`insert into app.tags (name, color) values ('Etiqueta', '#123456') returning id`;
    const [ticket] = await tx<{ id: number; uuid: string }[]>`
      insert into app.tickets (contact_id, connection_id, channel, status, queue_id, user_id, last_message, last_inbound_at, unread)
      values (${
      contact!.id
    }, ${connectionId}, 'webchat', 'open', ${queueId}, ${person.userId}, 'Oi', now(), 1) returning id, uuid`;
    const media = await keepBytes(tx, PNG, { fileName: "foto.png" });
    const [message] = await tx<{ id: number }[]>`
      insert into app.messages (ticket_id, contact_id, connection_id, queue_id, user_id, from_me, body, media_id, kind, key, external_id, data)
      values (${ticket!.id}, ${
      contact!.id
    }, ${connectionId}, ${queueId}, ${person.userId}, true, 'Oi', ${media.id}, 'chat',
        ${crypto.randomUUID()}, ${crypto.randomUUID()}, '{}') returning id`;
    const kept = await keepBytes(tx, PNG, { fileName: "resposta.png" });
    const [quick] = await tx<{ id: number }[]>`
      insert into app.quick_messages (user_id, shortcode, message, for_all, media_id, media_name)
      values (${person.userId}, 'oi', 'Bom dia', true, ${kept.id}, 'resposta.png') returning id`;
    const uploadKey = crypto.randomUUID();
    const file = newMediaId();
    await writePiece(companyId, file, 0, PNG);
    await tx`
      insert into app.uploads (user_id, key, file, name, mime_type, bytes, received)
      values (${person.userId}, ${uploadKey}, ${file}, 'filme.png', 'image/png', ${PNG.length}, ${PNG.length})`;
    const [device] = await tx<{ id: number }[]>`
      insert into app.devices (user_id, session_id, name, endpoint, p256dh, auth)
      values (${person.userId}, ${person.sessionId}, 'Aparelho', 'https://127.0.0.1/' || gen_random_uuid(), 'x', 'x') returning id`;
    await tx`insert into app.notification_rules (user_id, level, quiet_on, quiet_from, quiet_to, hide_text) values (${person.userId}, 'waiting', false, '22:00', '07:00', false)`;
    await tx`insert into app.notification_queue_rules (user_id, queue_id, level) values (${person.userId}, ${queueId}, 'mine')`;
    await tx`insert into app.notifications_shown (device_id, ticket_id, uuid, kind, ring) values (${device!.id}, ${
      ticket!.id
    }, ${ticket!.uuid}, 'ticket', 1)`;
    await tx`insert into app.outages_shown (device_id, connection_id) values (${device!.id}, ${connectionId})`;
    const gone = {
      id: 7_000_000_000_000 + contact!.id,
      name: "Outro",
      namedByHand: false,
      number: "",
      email: "",
      channel: "",
    };
    const rest = {
      active: true,
      disableBot: false,
      acceptAudio: true,
      consentAt: null,
      pictureUrl: null,
      connectionId: null,
      extra: [],
      createdAt: new Date(),
    };
    const moved = { identities: [], tags: [], newTags: [], tickets: [], joined: [], merges: [], taken: {} };
    const [merge] = await tx<{ id: number }[]>`
      insert into app.contact_merges (kept_id, gone_id, why, gone, moved)
      values (${contact!.id}, ${gone.id}, 'identity', ${text({ ...gone, ...rest })}::text::jsonb, ${
      text(moved)
    }::text::jsonb) returning id`;
    await tx`insert into app.contact_tags (contact_id, tag_id) values (${contact!.id}, ${tag!.id})`;
    await tx`insert into app.ticket_tags (ticket_id, tag_id) values (${ticket!.id}, ${tag!.id})`;
    await tx`insert into app.ticket_log (ticket_id, type, user_id, queue_id) values (${
      ticket!.id
    }, 'open', ${person.userId}, ${queueId})`;
    await tx`insert into app.drafts (user_id, ticket_id, mode, text, rev) values (${person.userId}, ${
      ticket!.id
    }, 'reply', 'Quase', 1)`;
    await tx`insert into app.ticket_rounds (ticket_id, contact_id) values (${ticket!.id}, ${contact!.id})`;
    const [note] = await tx<{ id: number }[]>`
      insert into app.ticket_notes (ticket_id, user_id, note) values (${
      ticket!.id
    }, ${person.userId}, 'Paga em dia') returning id`;
    const [option] = await tx<{ id: number }[]>`
      insert into app.chatbot_options (queue_id, position, name, greeting) values (${queueId}, 1, 'Segunda via', 'Qual mês?') returning id`;
    await tx`insert into app.ticket_bots (ticket_id, option_id) values (${ticket!.id}, ${option!.id})`;
    await tx`insert into app.contact_wallets (contact_id, user_id, queue_id) values (${
      contact!.id
    }, ${person.userId}, ${queueId})`;
    // Without a person in it the sweep would delete it.
    const [chat] = await tx<{ id: number }[]>`
      insert into app.chats (title, owner_id) values ('Turno da tarde', ${person.userId}) returning id`;
    await tx`insert into app.chat_members (chat_id, user_id) values (${chat!.id}, ${person.userId})`;
    await tx`insert into app.ticket_counters (status, queue_id, user_id, is_group, tickets, unread) values ('open', ${queueId}, ${person.userId}, false, 1, 1)`;
    return {
      contactId: contact!.id,
      tagId: tag!.id,
      ticketId: ticket!.id,
      uuid: ticket!.uuid,
      messageId: message!.id,
      mediaId: media.id,
      deviceId: device!.id,
      mergeId: merge!.id,
      quickMessageId: quick!.id,
      noteId: note!.id,
      optionId: option!.id,
      uploadKey,
    };
  });
  const world = {
    person,
    companyId,
    userId: person.userId,
    colleagueId: colleague.userId,
    queueId,
    connectionId,
    ...rest,
    rows: await asPlatform(async (tx) => {
      const tenant = await tenantTables(tx);
      await fill(tx, companyId, (await namedTables()).filter((table) => tenant.includes(table)));
      return { ...await firstRows(tx, companyId), companies: { id: companyId } };
    }),
  };
  if (mark) await markEverything(world, mark);
  return world;
}
/** Contracts stay as they are while a process tests them, and reading all of them takes longer than making a world. */
let named: readonly string[] | null = null;
/** Tables whose rows a call can name. */
export async function namedTables(): Promise<readonly string[]> {
  if (named) return named;
  const { api } = await testApp();
  const records = api.endpoints.flatMap(({ params, query, body }) =>
    [params, query, body].flatMap((one) => recordsIn(one))
  );
  return named = [...new Set(records.map((record) => tableOf(record.split(".")[0]!)))];
}
const text = (value: unknown) => JSON.stringify(value);

/** Columns that tell kinds of rows apart or are looked up by exact value: a mark there would change the row's meaning. */
const fixed = new Set([
  ...["status", "state", "channel", "kind", "type", "profile", "theme", "menu", "language", "device", "color", "id"],
  ...["start_work", "end_work", "folded", "mode", "mime_type", "settings.key", "end_reason"],
  ...["level", "quiet_from", "quiet_to", "uploads.key", "file"],
]);

const CHECK_VIOLATION = "23514";

async function markEverything(world: World, mark: string): Promise<void> {
  const { companyId, connectionId, userId } = world;
  await withTenant({ companyId, userId }, async (tx) => {
    const json = text({ leak: mark });
    await tx`insert into app.settings (key, value) values ('transferMessage', 'x')`;
    await tx`insert into app.half_hours (slot, queue_id, user_id, opened, sent) values (now(), 0, 0, ${CANARY_NUMBER}, ${CANARY_NUMBER})`;
    await tx`update app.ticket_counters set tickets = ${CANARY_NUMBER}, unread = ${CANARY_NUMBER}`;
    await tx`insert into app.idempotency_keys (user_id, key, fingerprint, status, answer) values (${userId}, 'k', 'f', 200, ${json}::text::jsonb)`;
    await tx`insert into app.audit (action, before, after) values ('x', ${json}::text::jsonb, ${json}::text::jsonb)`;
    await tx`insert into app.messages_gone (connection_id, external_id) values (${connectionId}, 'x')`;
    await tx`insert into app.early_updates (connection_id, external_id, event) values (${connectionId}, 'x', ${json}::text::jsonb)`;
    await tx`insert into app.channel_requests (connection_id, kind, payload, due_at) values (${connectionId}, 'lookup', ${json}::text::jsonb, 'infinity')`;
    await tx`insert into app.connection_secrets (connection_id, name, sealed) values (${connectionId}, 'x', ${
      new TextEncoder().encode(mark)
    })`;
    await tx`insert into app.connection_secrets_kept (connection_id, why, name, sealed) values (${connectionId}, 'x', 'x', '\\x00')`;
    await tx`insert into app.message_payloads (connection_id, external_id, sealed) values (${connectionId}, 'x', '\\x00')`;
    await tx`insert into app.connection_gaps (connection_id, from_at) values (${connectionId}, now())`;
    await tx`update app.contact_merges set gone = gone || ${text({ name: mark, number: mark })}::text::jsonb`;
    await tx`insert into app.link_cards (url, card) values ('https://x', ${json}::text::jsonb)`;
    await tx`insert into app.number_checks (channel, number) values ('x', 'x')`;
    await tx`insert into app.pace_state (connection_id) values (${connectionId})`;
    await tx`insert into app.messages_held (message_id, connection_id, contact_id, cold, until, place) values (${world.messageId}, ${connectionId}, ${world.contactId}, true, 'infinity', ${world.messageId})`;
    // Without a wish for the past the sweep would delete them.
    await tx`update app.connections set past_from = now() - interval '1 day'`;
    await tx`insert into app.past_messages (connection_id, external_id, at, event) values (${connectionId}, 'x', now(), '{}')`;
    await tx`insert into app.leases (connection_id, process_id, expires_at) values (${connectionId}, ${crypto.randomUUID()}, 'infinity')`;
    await tx`update app.contacts set extra = ${text([{ name: mark, value: mark }])}::text::jsonb`;
    await tx`update app.messages set sender = ${
      text({ name: mark, identities: [] })
    }::text::jsonb, data = ${json}::text::jsonb, reactions = ${text([{ emoji: mark, fromMe: true }])}::text::jsonb`;
    await tx`update app.connections set settings = ${text({ title: mark })}::text::jsonb, sealed = ${
      new TextEncoder().encode(mark)
    }`;
    tx.events.push({
      name: `company-${companyId}-contact`,
      audience: ["company", "admin", `user:${userId}`],
      except: null,
      payload: { leak: mark },
    });
  });
  await asPlatform(async (tx) => {
    await fill(tx, companyId, await tenantTables(tx));
    for (const { table, column } of await textColumns(tx)) {
      if (fixed.has(column) || fixed.has(`${table}.${column}`)) continue;
      await tx.savepoint((step) =>
        step.unsafe(
          `update app.${table} set ${column} = $1 || '-${table}-${column}-' || substr(md5(ctid::text), 1, 6) where company_id = $2`,
          [mark, companyId],
        )
      ).catch((error) => {
        // A column of few words, such as a state, can hold no mark.
        if (error.code !== CHECK_VIOLATION) throw error;
      });
    }
    await tx`update app.companies set name = ${`${mark}-company`}, email = ${mark}, phone = ${mark}, document = ${mark} where id = ${companyId}`;
    await tx`update app.plans set name = ${`${mark}-plan`} where id = (select plan_id from app.companies where id = ${companyId})`;
  });
}
