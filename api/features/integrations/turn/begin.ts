// The first transaction of a turn's job: what is to be said to whom, or why not. It bumps the turn, which is the fence of the answer.
import { linkFor } from "../../../core/media/link.ts";
import { stillAllowed } from "../../../core/still-allowed.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { endTicket, sayIn } from "../../tickets/actions/end.ts";
import { lock, type TicketRow } from "../../tickets/queries.ts";
import type { Heard, Place, Settings } from "../providers/turn.ts";
import type { Spoken } from "../../prompts/actions/converse.ts";
import { openKeys, type PromptKeys } from "../../prompts/actions/keys.ts";
import { materialOf } from "../../prompts/actions/material.ts";
import { spokenIn } from "../../prompts/actions/spoken.ts";
import { isDayOver } from "../../prompts/actions/uses.ts";
import { ask } from "../actions/begin-turn.ts";
import type { Listener, VoiceNote } from "./listen.ts";
import { type IntegrationSecrets, openSecrets } from "../secrets.ts";
import { handToPeople, type Why } from "../../prompts/actions/hand-over.ts";

/** Two bots that write to each other end here: turns of a customer on a connection in an hour (docs/product/integrations.md#limits). */
const MAX_TURNS = 20;
/** So long a flow may read a customer's file, s. */
const LINK_LIFE_S = 3_600;
/** A customer's file that is still being fetched is waited for: asked again after so long, ms, until it is so old. */
const FILE_MS = 2_000;
const FILE_WAIT = "30 seconds";

/** A model that answers: its prompt, its keys, and what it is shown of the conversation. */
export interface Minded {
  id: number;
  prompt: string;
  model: string;
  baseUrl: string;
  maxTokens: number;
  temperature: number;
  maxMessages: number;
  queueId: number | null;
  voice: string;
  voiceRegion: string;
  knowsQuickMessages: boolean;
  knowsFileLists: boolean;
}
export interface Begun {
  mind: (Minded & { keys: PromptKeys; messages: Spoken[]; material: string }) | null;
  turn: number;
  /** What is carried comes after this message. */
  afterId: number;
  settings: Settings;
  secrets: IntegrationSecrets;
  heard: Heard;
  place: Place;
}
/** Voice notes that must be written down first; then the turn begins anew. */
export interface Listening {
  by: Listener;
  notes: VoiceNote[];
}
interface SessionRow {
  integrationId: number | null;
  externalId: string | null;
  expects: Place["expects"];
  heardId: number;
  lastAt: Date;
  leads: boolean;
  /** The contact's bot is off, or it is a group and the service is not for groups. */
  mute: boolean;
  settings: Settings | null;
  sealed: Uint8Array | null;
  paused: boolean;
  mind: Minded | null;
  mindSealed: Uint8Array | null;
  /** The prompt that hears for a service of words: the connection's. */
  ear: { id: number; baseUrl: string; transcriptionModel: string } | null;
  earSealed: Uint8Array | null;
}

async function sessionOf(tx: Tx, ticketId: number): Promise<SessionRow | undefined> {
  const [row] = await tx<SessionRow[]>`
    select s.integration_id as "integrationId", s.external_id as "externalId", s.expects, s.heard_id as "heardId", s.last_at as "lastAt",
      t.use_integration as leads, k.disable_bot or t.is_group and not coalesce(i.in_groups, false) as mute,
      case when i.id is not null then jsonb_build_object('id', i.id, 'type', i.type, 'projectName', i.project_name, 'language', i.language,
        'url', i.url, 'slug', i.slug, 'expiresMin', i.expires_min, 'delayMs', i.delay_ms, 'keywordFinish', i.keyword_finish,
        'keywordRestart', i.keyword_restart, 'restartMessage', i.restart_message, 'unknownMessage', i.unknown_message) end as settings,
      i.sealed, coalesce(i.paused_until > now() or p.paused_until > now(), false) as paused, p.sealed as "mindSealed", e.sealed as "earSealed",
      case when e.id is not null then jsonb_build_object('id', e.id, 'baseUrl', e.base_url, 'transcriptionModel', e.transcription_model) end as ear,
      case when p.id is not null then jsonb_build_object('id', p.id, 'prompt', p.prompt, 'model', p.model, 'baseUrl', p.base_url,
        'maxTokens', p.max_tokens, 'temperature', p.temperature, 'maxMessages', p.max_messages, 'queueId', p.queue_id, 'voice', p.voice,
        'voiceRegion', p.voice_region, 'knowsQuickMessages', p.knows_quick_messages, 'knowsFileLists', p.knows_file_lists) end as mind
    from app.integration_sessions s
    join app.tickets t on t.company_id = s.company_id and t.id = s.ticket_id
    join app.contacts k on k.company_id = t.company_id and k.id = t.contact_id
    left join app.queue_integrations i on i.company_id = s.company_id and i.id = s.integration_id
    left join app.prompts p on p.company_id = s.company_id and p.id = s.prompt_id
    left join app.connections w on w.company_id = t.company_id and w.id = t.connection_id and i.type = 'dialogflow'
    left join app.prompts e on e.company_id = s.company_id and e.id = coalesce(s.prompt_id, w.prompt_id) and e.transcription_model <> ''
    where s.company_id = ${tx.companyId} and s.ticket_id = ${ticketId}`;
  return row;
}

/** True of a locked ticket that an integration may still answer. */
export function mayAnswer(ticket: TicketRow, leads: boolean): boolean {
  return leads && ticket.userId === null && ticket.status === "pending" && !ticket.connectionGone;
}

/** What is to be carried; null where there is nothing, or the ticket has gone its way. */
export async function begin(tx: Tx, ticketId: number, now: Date): Promise<Begun | Listening | null> {
  const ticket = await lock(tx, ticketId);
  const session = ticket && await sessionOf(tx, ticketId);
  if (!session || !mayAnswer(ticket, session.leads)) return null;
  const why = await refusal(tx, ticket, session);
  if (why) {
    await handToPeople(tx, ticket, why);
    return null;
  }
  const settings = session.settings ?? plain(session.mind!);
  const heard = await heardOf(tx, ticket, session.heardId);
  if (!heard) return null;
  const by = await listenerOf(tx, ticket, session);
  if (carriesFiles(settings) ? heard.arriving.length : by && heard.arriving.includes("audio")) {
    await ask(tx, ticketId, new Date(now.getTime() + FILE_MS));
    return null;
  }
  if (by && heard.notes.length) return { by, notes: heard.notes };
  const turn = await count(tx, ticketId);
  const said = heard.text.trim().toLowerCase();
  if (said && said === settings.keywordFinish.trim().toLowerCase()) {
    await endTicket(tx, ticket, { log: "clientClosed", say: "farewell" });
    return null;
  }
  if (said && said === settings.keywordRestart.trim().toLowerCase()) {
    await sayIn(tx, ticket, { kind: "integration", text: settings.restartMessage, now });
    await tx`
      update app.integration_sessions set external_id = null, expects = null, heard_id = ${heard.lastMessage.id}, last_at = ${now}
      where company_id = ${tx.companyId} and ticket_id = ${ticketId}`;
    return null;
  }
  const expired = settings.expiresMin > 0 && now.getTime() - session.lastAt.getTime() > settings.expiresMin * 60_000;
  return {
    turn,
    afterId: session.heardId,
    settings,
    secrets: session.settings ? openSecrets(tx.companyId, settings.id, session.sealed) : {},
    mind: session.mind && {
      ...session.mind,
      keys: openKeys(tx.companyId, session.mind.id, session.mindSealed),
      material: await materialOf(tx, session.mind),
      messages: await spokenIn(tx, ticketId, session.mind.maxMessages),
    },
    heard,
    place: {
      externalId: expired ? null : session.externalId,
      expects: expired ? null : session.expects,
      turnId: `msg_${ticket.uuid}_${heard.lastMessage.id}`,
    },
  };
}

/** Who writes voice notes down for what answers here; null: nobody, and it is told that there was one. */
async function listenerOf(tx: Tx, ticket: TicketRow, { ear, earSealed, mind }: SessionRow): Promise<Listener | null> {
  if (!ear) return null;
  if (
    !mind && (!await stillAllowed(tx, { plan: "useOpenAi", connectionId: ticket.connectionId }) || await isDayOver(tx))
  ) {
    return null;
  }
  const { apiKey } = openKeys(tx.companyId, ear.id, earSealed);
  return { promptId: ear.id, baseUrl: ear.baseUrl, transcriptionModel: ear.transcriptionModel, apiKey };
}

/** Others hear only words. */
const carriesFiles = ({ type }: Settings): boolean => type !== "prompt" && type !== "dialogflow";

/** A prompt has no words and times of a flow. */
const plain = ({ id }: Minded): Settings => ({
  id,
  type: "prompt",
  ...{ projectName: "", language: "", url: "", slug: "", expiresMin: 0, delayMs: 0 },
  ...{ keywordFinish: "", keywordRestart: "", restartMessage: "", unknownMessage: "" },
});

async function refusal(tx: Tx, ticket: TicketRow, session: SessionRow): Promise<Why | null> {
  if (!session.settings && !session.mind) return "deleted";
  if (
    !await stillAllowed(tx, { plan: session.mind ? "useOpenAi" : "useIntegrations", connectionId: ticket.connectionId })
  ) return "plan";
  if (session.mute) return "quiet";
  if (session.paused) return "paused";
  if (session.mind && await isDayOver(tx)) return "limit";
  return await turnsOf(tx, ticket) >= MAX_TURNS ? "limit" : null;
}

/** Turns of this customer on this connection in the last hour, in tickets that have ended too. */
async function turnsOf(tx: Tx, { contactId, connectionId }: TicketRow): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select coalesce(sum(s.hour_turns), 0)::int as n from app.integration_sessions s
    join app.tickets t on t.company_id = s.company_id and t.id = s.ticket_id
    where t.company_id = ${tx.companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
      and s.hour_at > now() - interval '1 hour'`;
  return row!.n;
}
/** Counts a turn; answers its number, the fence. */
async function count(tx: Tx, ticketId: number): Promise<number> {
  const [row] = await tx<{ turn: number }[]>`
    update app.integration_sessions set turn = turn + 1, asked_at = null,
      hour_at = case when hour_at > now() - interval '1 hour' then hour_at else now() end,
      hour_turns = case when hour_at > now() - interval '1 hour' then hour_turns + 1 else 1 end
    where company_id = ${tx.companyId} and ticket_id = ${ticketId} returning turn`;
  return row!.turn;
}

type Row = Pick<Heard, "connection" | "contact" | "timezone"> & {
  arriving: string[];
  messages: (Heard["lastMessage"] & {
    media: { id: string; mime: string; name: string; bytes: number } | null;
    isUnheard: boolean;
  })[];
};
interface Waiting {
  /** Kinds of messages whose files are still on their way. */
  arriving: string[];
  /** Voice notes that nobody has listened to. */
  notes: VoiceNote[];
}
/** What the customer has said since the last turn; null: nothing. */
async function heardOf(tx: Tx, ticket: TicketRow, heardId: number): Promise<Heard & Waiting | null> {
  const [row] = await tx<Row[]>`
    select jsonb_build_object('id', w.id, 'name', w.name, 'channel', w.channel) as connection, c.timezone,
      jsonb_build_object('id', k.id, 'name', k.name, 'number', coalesce(k.number, ''), 'email', coalesce(k.email, '')) as contact,
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'type', m.kind, 'body', m.body, 'quotedId', m.quoted_id, 'at', m.sent_at,
          'isUnheard', m.kind = 'audio' and m.body = '' and not coalesce(m.data ? 'unheard', false),
          'media', case when f.id is not null then jsonb_build_object('id', f.id, 'mime', f.mime_type, 'name', f.file_name, 'bytes', f.bytes) end)
          order by m.id)
        from app.messages m left join app.media f on f.company_id = m.company_id and f.id = m.media_id and f.state = 'stored'
        where m.company_id = t.company_id and m.ticket_id = t.id and m.id > ${heardId} and not m.from_me and not m.is_deleted
          and not m.is_private), '[]') as messages,
      array(select m.kind from app.messages m join app.media f on f.company_id = m.company_id and f.id = m.media_id
        where m.company_id = t.company_id and m.ticket_id = t.id and m.id > ${heardId} and not m.from_me and not m.is_deleted
          and f.state = 'pending' and f.created_at > now() - ${FILE_WAIT}::interval) as arriving
    from app.tickets t
    join app.companies c on c.id = t.company_id
    join app.connections w on w.company_id = t.company_id and w.id = t.connection_id
    join app.contacts k on k.company_id = t.company_id and k.id = t.contact_id
    where t.company_id = ${tx.companyId} and t.id = ${ticket.id}`;
  const last = row?.messages.at(-1);
  if (!row || !last) return null;
  const { id, uuid, status, queueId, userId, isGroup } = ticket;
  const { media: _, isUnheard: __, ...lastMessage } = last;
  return {
    companyId: tx.companyId,
    connection: row.connection,
    contact: row.contact,
    timezone: row.timezone,
    ticket: { id, uuid, status, queueId, userId, isGroup },
    text: row.messages.map(({ body }) => body).filter((body) => body.trim()).join("\n"),
    media: row.messages.flatMap(({ media }) =>
      media
        ? [{
          url: linkFor(tx.companyId, media.id, LINK_LIFE_S),
          id: media.id,
          mime: media.mime,
          name: media.name,
          bytes: media.bytes,
        }]
        : []
    ),
    lastMessage,
    arriving: row.arriving,
    notes: row.messages.flatMap(({ id, media, isUnheard }) =>
      media && isUnheard ? [{ messageId: id, mediaId: media.id, mime: media.mime }] : []
    ),
  };
}
