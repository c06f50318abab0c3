// Webhook entries of a WhatsApp business account → events. Pure.
import { z } from "zod";
import type { InboundEvent } from "../sdk/mod.ts";
import { Id, List, odd, reasonOf, Thing, Time } from "../meta/tolerant.ts";
import { eachOf, type Parsed, type Reader } from "../meta/webhook.ts";
import { contentOf } from "./content.ts";
import { phone } from "../sdk/phone.ts";
import { type Contact, contactsOf, peerOf } from "./identity.ts";
import { noticeOf, statusOf } from "./status.ts";

export const CHANNEL = "whatsappapi";

const Text = z.string().min(1);
const Head = z.object({
  id: Text,
  timestamp: Time,
  type: z.string().catch("unknown"),
  from: odd(Text),
  from_user_id: odd(Text),
  to: odd(Text),
  to_user_id: odd(Text),
  context: odd(z.object({ id: odd(Text), forwarded: odd(z.boolean()), frequently_forwarded: odd(z.boolean()) })),
  referral: odd(z.object({ headline: odd(z.string()), source_url: odd(z.string()), source_type: odd(z.string()) })),
});
const Reaction = z.object({ message_id: Text, emoji: z.string().catch("") });
const Edit = z.object({ original_message_id: Text, message: Thing });
const Edited = z.object({ text: odd(z.object({ body: z.string() })), caption: odd(z.string()) });
const Revoke = z.object({ original_message_id: Text });
const System = z.object({
  type: z.string().catch("system"),
  wa_id: odd(Text),
  user_id: odd(Text),
  body: odd(z.string()),
});
const Value = z.object({ metadata: z.object({ phone_number_id: Id }) });
const Change = z.object({ field: z.string(), value: Thing });

function originOf(referral: z.infer<typeof Head>["referral"]): string | undefined {
  return [referral?.source_type, referral?.headline, referral?.source_url].filter(Boolean).join(" · ") || undefined;
}

/** A number or user id that has changed; null for system messages that say something else. */
function changeOf(from: string | undefined, userId: string | undefined, system: z.infer<typeof System>, at: number) {
  if (system.type === "user_changed_number" && from && system.wa_id) {
    return { kind: "identity", at, from: phone(from), to: phone(system.wa_id) } as const;
  }
  if (system.type === "user_changed_user_id" && userId && system.user_id) {
    const kind = "bsuid" as const;
    return { kind: "identity", at, from: { kind, value: userId }, to: { kind, value: system.user_id } } as const;
  }
  return null;
}

function editedText(message: Record<string, unknown>): string {
  const { text } = Edited.parse(message);
  // An edited caption stands in the object of the message's own type.
  const caption = Edited.safeParse(message[String(message.type)]).data?.caption;
  return z.string().parse(text?.body ?? caption);
}

/** One message; `fromMe` for those that the owner typed in the phone app. */
function readMessage(raw: unknown, contacts: readonly Contact[], fromMe: boolean): InboundEvent {
  const fields = Thing.parse(raw);
  const { id, timestamp: at, type, context, referral, ...head } = Head.parse(fields);
  if (type === "edit") {
    const { original_message_id: targetId, message } = Edit.parse(fields.edit);
    return { kind: "edit", at, targetId, text: editedText(message) };
  }
  if (type === "revoke") return { kind: "remove", at, targetId: Revoke.parse(fields.revoke).original_message_id };
  const [waId, userId] = fromMe ? [head.to, head.to_user_id] : [head.from, head.from_user_id];
  const system = type === "system" ? System.parse(fields.system) : null;
  const change = system && changeOf(waId, userId, system, at);
  if (change) return change;
  const peer = peerOf(waId, userId, contacts);
  if (type === "reaction") {
    const { message_id: targetId, emoji } = Reaction.parse(fields.reaction);
    return { kind: "reaction", at, peer, targetId, emoji: emoji || null, fromMe };
  }
  const content = system
    ? { type: "other" as const, what: system.type, text: system.body }
    : contentOf(type, fields[type]);
  const origin = originOf(referral);
  return {
    kind: "message",
    at,
    peer,
    externalId: id,
    fromMe,
    content,
    ...(context?.id ? { quotedId: context.id } : {}),
    ...(context?.forwarded || context?.frequently_forwarded ? { forwarded: true } : {}),
    ...(origin ? { origin } : {}),
  };
}

function readMessages(value: Record<string, unknown>, time: number | undefined, into: Parsed): void {
  const account = Value.parse(value).metadata.phone_number_id;
  const where = { channel: CHANNEL, account };
  const contacts = contactsOf(value.contacts);
  const each = (list: unknown, read: (raw: unknown) => InboundEvent[]) =>
    eachOf(list, where, into, (raw) => {
      into.events.push(...read(raw).map((event) => ({ ...where, event })));
    });
  each(value.messages, (raw) => [readMessage(raw, contacts, false)]);
  each(value.message_echoes, (raw) => [readMessage(raw, contacts, true)]);
  each(value.statuses, statusOf);
  each(value.errors, (raw) => [noticeOf("error", raw, time)]);
}

function readChange(raw: unknown, wabaId: string, time: number | undefined, into: Parsed): void {
  const { field, value } = Change.parse(raw);
  if (field === "messages" || field === "smb_message_echoes") return readMessages(value, time, into);
  // Changes of templates, numbers and the business account name no number, so they belong to the whole business account.
  if (/^(message_template_|account_|phone_number_|business_)/.test(field)) {
    into.events.push({ channel: CHANNEL, account: wabaId, event: noticeOf(field, value, time) });
  } else if (field === "user_id_update") throw new Error(`field ${field}`);
}

export const inbound: Reader = {
  channel: CHANNEL,
  read({ id, time, fields }) {
    const into: Parsed = { events: [], unparsed: [] };
    for (const raw of List.parse(fields.changes)) {
      try {
        readChange(raw, id, time, into);
      } catch (error) {
        into.unparsed.push({ channel: CHANNEL, account: id, reason: reasonOf(error), raw });
      }
    }
    return into;
  },
};
