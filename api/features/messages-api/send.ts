// A message that another program sends (docs/product/messages-api.md).
import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { asStrangers, getLimited } from "../../core/outside/limited.ts";
import type { CallingConnection } from "../../core/access/by-token.ts";
import { manifestOf } from "../../core/manifests.ts";
import { storeUpload } from "../../core/media/media.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { contactWithNumber, groupWithNumber } from "../contacts/actions.ts";
import { type AutomatedSent, sendAutomated } from "../messages/actions/automated-send.ts";
import { unreachable } from "../opt-outs/actions.ts";
import { fillTemplate, type TemplateMessage } from "../templates/actions.ts";
import { queueExists } from "../tickets/queries.ts";
import { type ApiMessageForm, GROUP_DIGITS } from "./contract.ts";

interface Sending {
  line: CallingConnection;
  form: z.output<typeof ApiMessageForm>;
  files: readonly File[];
  /** Names the message for ever. */
  key: string;
}

/** Sends, once for a key. Fetches what `linkImage` names before any transaction is open. */
export async function sendForProgram({ line, form, files, key }: Sending): Promise<AutomatedSent> {
  const given = form.linkImage && !files.length ? [await fetched(form.linkImage)] : files;
  if (!given.length && !form.body.trim() && !form.template) {
    refuse("ERR_VALIDATION", { details: [{ path: "body.body", message: "required" }] });
  }
  return await withTenant({ companyId: line.companyId }, (tx) => write(tx, { line, form, files: given, key }));
}

const MAX_LINKED = 16 * 1024 * 1024;
const LINKED_MS = 30_000;

/**
 * A file that somebody else's server has. Refuses ERR_NO_MEDIA_FOUND where it cannot be had, is too large, or its address is inside:
 * also one that the operator lets providers' files come from.
 */
async function fetched(url: string): Promise<File> {
  const wanted = { types: /./, max: MAX_LINKED, accept: "*/*", whole: true, timeoutMs: LINKED_MS, ask: asStrangers };
  const got = must(await getLimited(url, wanted), "ERR_NO_MEDIA_FOUND");
  return new File([got.bytes as BlobPart], nameIn(url) || "file", { type: got.type });
}
/** The last part of an address, which need not be written as it should. */
function nameIn(url: string): string {
  const name = new URL(url).pathname.split("/").pop() ?? "";
  try {
    return decodeURIComponent(name).slice(0, 120);
  } catch {
    return name.slice(0, 120);
  }
}

async function write(tx: Tx, { line, form, files, key }: Sending): Promise<AutomatedSent> {
  const known = await sentBefore(tx, key);
  if (known) return known;
  const [row] = await tx<{ channel: string; allowGroups: boolean }[]>`
    select channel, allow_groups as "allowGroups" from app.connections
    where company_id = ${tx.companyId} and id = ${line.id} and deleted_at is null`;
  const { channel, allowGroups } = must(row, "ERR_NO_WAPP_FOUND");
  const { userId, queueId } = form;
  const signer = userId ? await nameOf(tx, userId) : undefined;
  if (queueId && !await queueExists(tx, queueId)) refuse("ERR_NO_QUEUE_FOUND");
  const contactId = await recipient(tx, form.number, channel, allowGroups);
  const text = form.template && await approved(tx, line.id, form.template, files.length);
  const why = await unreachable(tx, { contactId, connectionId: line.id, channel, approved: text !== undefined });
  if (why) refuse(why);
  if (form.strict && queueId) await refuseOtherQueue(tx, contactId, line.id, queueId);
  const base = {
    ...{ contactId, connectionId: line.id, sendClass: "single" as const },
    ticket: {
      open: form.openTicket ?? !form.noRegister,
      status: form.closeTicket ? "closed" as const : userId ? "open" as const : "pending" as const,
      ...{ userId, queueId },
    },
  };
  const stored = [];
  for (const file of files) stored.push(await storeUpload(tx, file));
  const signedBy = form.sendSignature === false ? undefined : signer;
  const first = await sendAutomated(tx, {
    ...{ ...base, mediaId: stored[0]?.id, more: stored.slice(1).map(({ id }) => id), key },
    ...(form.msdelay && { dueAt: new Date(Date.now() + form.msdelay) }),
    ...(form.quotedMsg && { quotedId: form.quotedMsg }),
    ...(text ? { body: text.body, template: text.template } : { body: form.body, signedBy }),
  });
  return first ?? must(await sentBefore(tx, key), "ERR_NO_MESSAGE_FOUND");
}

/** The approved text with its values; its header's file is the message's. Refuses as `fillTemplate` does. */
async function approved(
  tx: Tx,
  connectionId: number,
  { variables, ...which }: NonNullable<Sending["form"]["template"]>,
  files: number,
): Promise<TemplateMessage> {
  const values = Array.isArray(variables)
    ? Object.fromEntries(variables.map((value, at) => [`body.${at + 1}`, value]))
    : variables;
  const filled = await fillTemplate(tx, connectionId, which, values, "body.template");
  if (files !== (filled.file ? 1 : 0)) {
    refuse("ERR_VALIDATION", { details: [{ path: "body.medias", message: filled.file ? "required" : "too_long" }] });
  }
  return filled;
}

async function sentBefore(tx: Tx, key: string): Promise<AutomatedSent | undefined> {
  const [row] = await tx<AutomatedSent[]>`
    select id as "messageId", ticket_id as "ticketId" from app.messages where company_id = ${tx.companyId} and key = ${key}`;
  return row;
}
async function nameOf(tx: Tx, userId: number): Promise<string> {
  const [user] = await tx<{ name: string }[]>`
    select name from app.users where company_id = ${tx.companyId} and id = ${userId}`;
  return must(user, "ERR_NO_USER_FOUND").name;
}
/** Who has the number, made where nobody has; a group must be known, and allowed on the connection. */
async function recipient(tx: Tx, number: string, channel: string, allowGroups: boolean): Promise<number> {
  const digits = number.replace(/\D/g, "");
  if (digits.length >= GROUP_DIGITS) {
    return must(allowGroups ? await groupWithNumber(tx, digits) : undefined, "ERR_NO_CONTACT_FOUND");
  }
  if (!manifestOf(channel)?.identities.some(({ names }) => names === "number")) refuse("ERR_CONTACT_OUT_OF_REACH");
  return await contactWithNumber(tx, digits);
}
/** Refuses ERR_OTHER_OPEN_TICKET, which names the ticket and its queue. */
async function refuseOtherQueue(tx: Tx, contactId: number, connectionId: number, queueId: number): Promise<void> {
  const [live] = await tx<{ uuid: string; status: string; queueId: number | null; queue: string | null }[]>`
    select t.uuid, t.status, t.queue_id as "queueId", q.name as queue from app.tickets t
    left join app.queues q on q.company_id = t.company_id and q.id = t.queue_id
    where t.company_id = ${tx.companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId} and t.status <> 'closed'`;
  if (!live || live.queueId === queueId) return;
  refuse("ERR_OTHER_OPEN_TICKET", {
    ticket: { uuid: live.uuid, status: live.status, queue: { name: live.queue ?? "" } },
  });
}
