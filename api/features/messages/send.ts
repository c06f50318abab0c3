// POST /messages/{ticketId}: text, files with captions, contact cards, private notes. The same key twice is one message.
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import type { Manifest } from "../../../channels/sdk/mod.ts";
import { must, refuse } from "../../contract/errors.ts";
import { fingerprint } from "../../core/http/idempotency.ts";
import type { Me } from "../../core/access/auth.ts";
import { storeUpload } from "../../core/media/media.ts";
import type { Parts } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import { ringMentions } from "../notifications/actions.ts";
import { fillTemplate } from "../templates/actions.ts";
import { takeUploads } from "../uploads/actions.ts";
import { lockVisible } from "../tickets/queries.ts";
import { mustServe } from "../tickets/actions/served.ts";
import { checkReach } from "../tickets/actions/reach.ts";
import { visible } from "../tickets/visibility.ts";
import { audienceOf } from "../tickets/visibility.ts";
import { announceMessage } from "./actions/tell.ts";
import { addOutbound, type Outbound } from "./actions/add-outbound.ts";
import { type Draft, fileDraft } from "./actions/file-draft.ts";
import { readable } from "./actions/read.ts";
import type { Message, MessageForm } from "./contract.ts";
import * as queries from "./queries.ts";

export interface Sending {
  tx: Tx;
  me: Me;
  parts: Parts;
  ticketId: number;
  form: z.output<typeof MessageForm>;
  files: File[];
  key: string | null;
}
const KEY = /^[\w:.-]{1,100}$/;

/** Sends; answers the messages it made, or made the first time. */
export async function send(s: Sending): Promise<Message[]> {
  const { tx, me, form } = s;
  const key = s.key ?? form.idempotencyKey ?? uuidv7();
  if (!KEY.test(key)) refuse("ERR_VALIDATION", { details: [{ path: "idempotency-key", message: "characters" }] });
  const print = createHash("sha256").update(
    await fingerprint("POST", `/messages/${s.ticketId}`, { ...form, idempotencyKey: undefined }, s.files),
  ).digest("hex");
  // In one go, carried out in order: known before, the ticket's lock, known once the lock was had.
  const [known, locked, again] = await Promise.all([
    repeated(tx, me, key, print),
    lockVisible(tx, s.ticketId, visible(tx, me)),
    repeated(tx, me, key, print),
  ]);
  if (known) return known;
  const ticket = mustServe(me, must(locked, "ERR_NO_TICKET_FOUND"));
  if (again) return again;
  if (ticket.status !== "open" && ticket.status !== "group") refuse("ERR_TICKET_NOT_OPEN");
  const quotedId = form.quotedMsg?.id ?? null;
  if (quotedId !== null) {
    const seen = readable(tx, me, tx`m.ticket_id = ${ticket.id}`);
    if (!await queries.canBeQuoted(tx, quotedId, { ...ticket, seen })) refuse("ERR_NO_MESSAGE_FOUND");
  }
  if (ticket.connectionGone && !form.isPrivate) refuse("ERR_NO_WAPP_FOUND");
  const manifest = s.parts.channels.plugins.get(ticket.channel)?.manifest;
  if (!form.isPrivate) {
    checkChannel(manifest, ticket.lastInboundAt, Boolean(form.template));
    await checkReach(tx, s.parts.channels, ticket);
  }
  // A note goes to nobody: no provider has a text for it.
  if (form.template && form.isPrivate) refuse("ERR_NO_TEMPLATE_FOUND");
  const drafts = form.template
    ? [await composeTemplate(s, ticket.connectionId, form.template, manifest!)]
    : await compose(s, form.isPrivate ? null : manifest!);
  if (!drafts.length) refuse("ERR_VALIDATION", { details: [{ path: "body.body", message: "required" }] });
  const made: Message[] = [];
  const mentions = form.isPrivate && form.mentions?.length ? await queries.mentioned(tx, ticket.id, form.mentions) : [];
  for (const [index, draft] of drafts.entries()) {
    const named = index === 0 && mentions.length > 0;
    const row = {
      ...draft,
      data: named ? { ...draft.data, mentions } : draft.data,
      key: drafts.length === 1 ? key : `${key}:${index}`,
      fingerprint: print,
      userId: me.id,
      byHand: true,
      quotedId: index === 0 ? quotedId : null,
    };
    const add = (as: Outbound) => form.isPrivate ? addNote(tx, ticket, as) : addOutbound(tx, ticket, as);
    const message = await add(row) ?? await addUnderAnother(tx, me, row, print, add);
    made.push(message);
    if (named) ringMentions(tx, ticket.id, message.id, mentions.map((one) => one.id));
  }
  return made;
}

/** The key is another message's. Somebody else's is no concern of this person: theirs goes out under a key of its own. */
async function addUnderAnother(
  tx: Tx,
  me: Me,
  row: Outbound,
  print: string,
  add: (as: Outbound) => Promise<Message | null>,
): Promise<Message> {
  const [own] = await repeated(tx, me, row.key, print) ?? [];
  return own ?? await add({ ...row, key: uuidv7(), clientKey: row.key }) ?? refuse("ERR_IDEMPOTENCY_MISMATCH");
}

/** What this person sent under the key before; null when nothing. Refuses ERR_IDEMPOTENCY_MISMATCH when it was something else. */
async function repeated(tx: Tx, me: Me, key: string, print: string): Promise<Message[] | null> {
  const keys = [key, ...Array.from({ length: 21 }, (_, i) => `${key}:${i}`)];
  const rows = await tx<{ id: number; fingerprint: string | null }[]>`
    select id, fingerprint from app.messages where company_id = ${tx.companyId} and user_id = ${me.id} and key = any (${keys})
    union
    select id, fingerprint from app.messages where company_id = ${tx.companyId} and user_id = ${me.id} and client_key = any (${keys})
    order by id`;
  if (!rows.length) return null;
  if (rows.some((row) => row.fingerprint !== print)) return refuse("ERR_IDEMPOTENCY_MISMATCH");
  return await queries.shownByIds(tx, rows.map((row) => row.id));
}

async function addNote(tx: Tx, ticket: Parameters<typeof addOutbound>[1], draft: Outbound): Promise<Message | null> {
  const id = await queries.insert(tx, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    queueId: ticket.queueId,
    ...draft,
    fromMe: true,
    isPrivate: true,
    read: true,
  });
  return id === null ? null : await announceMessage(tx, id, audienceOf(ticket), "create");
}

/** The reply window is known before anything is typed; the server holds it all the same, but for an approved text. */
export function checkChannel(manifest: Manifest | undefined, lastInboundAt: Date | null, approved = false): void {
  if (!manifest) return refuse("ERR_WAPP_NOT_INITIALIZED");
  const hours = approved && manifest.templates ? undefined : manifest.replyWindow?.hours;
  if (hours !== undefined && (lastInboundAt === null || Date.now() - lastInboundAt.getTime() > hours * 3_600_000)) {
    refuse("ERR_REPLY_WINDOW_CLOSED");
  }
}

const kindOf = { image: "image", video: "video", document: "application" };
/** An approved text, with the file that its header wants. */
async function composeTemplate(
  s: Sending,
  connectionId: number,
  { id, values }: NonNullable<Sending["form"]["template"]>,
  manifest: Manifest,
): Promise<Draft> {
  const { body, template, file: wanted } = await fillTemplate(s.tx, connectionId, { id }, values, "body.template");
  const files = s.form.uploads?.length ? await takeUploads(s.tx, s.me, s.form.uploads.map(({ key }) => key)) : s.files;
  const [file] = files;
  if ((wanted === null) !== (file === undefined) || files.length > 1) {
    refuse("ERR_VALIDATION", { details: [{ path: "body.medias", message: wanted ? "required" : "too_long" }] });
  }
  if (!wanted || !file) return { kind: "chat", body, data: { template } };
  const { draft } = await attach(s.tx, file, "", manifest);
  if (draft.kind !== kindOf[wanted]) refuse("ERR_UNSUPPORTED_MEDIA");
  return { ...draft, body, data: { ...draft.data, template } };
}

/** The messages a form makes, in order. A caption that the channel cannot carry follows as a text of its own. */
async function compose(s: Sending, manifest: Manifest | null): Promise<Draft[]> {
  const { form } = s;
  const drafts: Draft[] = [];
  const bodies = Array.isArray(form.body) ? form.body : [form.body];
  const files = form.uploads?.length ? await takeUploads(s.tx, s.me, form.uploads.map(({ key }) => key)) : s.files;
  for (const [index, file] of files.entries()) {
    const caption = (form.uploads?.[index]?.caption ?? form.captions?.[index] ?? bodies[index] ?? "").trim();
    const { draft, captioned } = await attach(s.tx, file, caption, manifest);
    if (index === 0 && draft.data?.voice && form.voice) draft.data = { voice: true, ...form.voice };
    drafts.push(draft);
    if (caption && !captioned) drafts.push(textDraft(caption, manifest));
  }
  if (!files.length && form.vCard?.length) {
    if (manifest && !manifest.abilities.contacts) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
    drafts.push({
      kind: "contactMessage",
      body: form.vCard.map((card) => card.name).join(", "),
      data: { contacts: form.vCard },
    });
  } else if (!files.length && bodies[0]!.trim()) drafts.push(textDraft(bodies[0]!, manifest));
  return drafts;
}
/** A text as a message of its own. Refuses ERR_TEXT_TOO_LONG. */
export function textDraft(text: string, manifest: Manifest | null): Draft {
  const length = manifest?.text.unit === "bytes" ? new TextEncoder().encode(text).length : text.length;
  if (manifest && length > manifest.text.max) refuse("ERR_TEXT_TOO_LONG", { max: manifest.text.max });
  return { kind: "chat", body: text };
}

async function attach(
  tx: Tx,
  file: File,
  caption: string,
  manifest: Manifest | null,
): Promise<{ draft: Draft; captioned: boolean }> {
  const voice = /^voice[-.]/i.test(file.name) ? { kind: "voice" as const } : {};
  return fileDraft(await storeUpload(tx, file, voice), caption, manifest) ?? refuse("ERR_UNSUPPORTED_MEDIA");
}
