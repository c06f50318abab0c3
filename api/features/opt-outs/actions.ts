// Whom nothing automated may be sent to. Every sender of campaigns, schedules and lane greetings asks here right before it sends.
import type { Content } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { ahead, type Inbound } from "../../inbound.ts";
import { manifestOf } from "../../core/manifests.ts";
import { emit } from "../../core/live/emit.ts";
import { phone } from "../../../channels/sdk/phone.ts";
import { withdrawAutomated } from "../messages/actions/withdraw.ts";
import { type OptOut, optOutChanged, SAID_MAX } from "./contract.ts";
import * as queries from "./queries.ts";
import { asksOut, INITIAL_WORDS } from "./words.ts";

/** Why somebody gets nothing automated: they asked for it, or a person blocked them. */
export type Suppression = "optedOut" | "blocked";

/**
 * Why nothing automated may be sent to a contact (by id) or to a number (digits with the country's code); null: it may
 * (docs/product/opt-outs.md#rules).
 */
export async function suppressed(tx: Tx, numberOrContact: string | number): Promise<Suppression | null> {
  const number = typeof numberOrContact === "string" ? phone(numberOrContact).value : "";
  const who = await queries.contactOf(
    tx,
    typeof numberOrContact === "number" ? { contactId: numberOrContact } : { number },
  );
  if (await queries.idOf(tx, who ?? { contactId: null, number }) !== undefined) return "optedOut";
  if (!who) return null;
  const [contact] = await tx<{ active: boolean }[]>`
    select active from app.contacts where company_id = ${tx.companyId} and id = ${who.contactId}`;
  return contact?.active === false ? "blocked" : null;
}

const HOUR_MS = 3_600_000;

/**
 * Why nothing automated can be sent to a contact over a connection: a person blocked them, they asked for nothing automated, the
 * channel does not know who they are, or its time to answer is over. Null: it can.
 */
export async function unreachable(
  tx: Tx,
  { contactId, connectionId, channel, approved = false }: {
    contactId: number;
    connectionId: number;
    channel: string;
    /** It is a text that goes outside the reply window too. */
    approved?: boolean;
  },
  now = new Date(),
): Promise<ErrorCode | null> {
  const why = await suppressed(tx, contactId);
  if (why) return why === "blocked" ? "ERR_CONTACT_BLOCKED" : "ERR_CONTACT_OPTED_OUT";
  const manifest = manifestOf(channel);
  const kinds = manifest?.identities.map(({ kind }) => kind) ?? [];
  const [facts] = await tx<{ reached: boolean; lastInboundAt: Date | null }[]>`
    select exists (select 1 from app.contact_identities i
        where i.company_id = ${tx.companyId} and i.contact_id = ${contactId} and i.kind = any (${kinds}::text[])) as reached,
      (select max(t.last_inbound_at) from app.tickets t
        where t.company_id = ${tx.companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}) as "lastInboundAt"`;
  if (!facts?.reached) return "ERR_CONTACT_OUT_OF_REACH";
  const hours = approved ? undefined : manifest?.replyWindow?.hours;
  const { lastInboundAt } = facts;
  const open = hours === undefined ||
    (lastInboundAt !== null && now.getTime() - lastInboundAt.getTime() <= hours * HOUR_MS);
  return open ? null : "ERR_REPLY_WINDOW_CLOSED";
}

/** What a customer wrote or tapped; a picture or a sticker asks for nothing. */
export function wordsOf(content: Content): string {
  if (content.type === "text") return content.text;
  return content.type === "choice" ? content.title : "";
}

/** The company's words by which this message may ask for no more; null where it cannot: it says nothing, or is nobody's own. */
export const optOutWords = ahead<readonly string[] | null>(async (tx, { event, messageId }) => {
  if (event.fromMe || event.sender || messageId === null || wordsOf(event.content) === "") return null;
  return await queries.words(tx) ?? INITIAL_WORDS;
});

/** Whether this message asks for no more, to a campaign that spoke last (docs/product/opt-outs.md#words). */
export async function asksOutOfCampaigns(tx: Tx, inbound: Inbound): Promise<boolean> {
  const { event, contactId, line } = inbound;
  const words = await optOutWords(tx, inbound);
  if (!words || !asksOut(wordsOf(event.content), words)) return false;
  return await queries.campaignSpokeLast(tx, contactId, line.id);
}

/** Admins read the list. */
export const admins = { to: ["admin"] };

/** Puts somebody on the list, takes back what waits for them and tells of it; answers the row's id, that of an earlier one where they are on it already. */
export async function optOut(
  tx: Tx,
  who: queries.Somebody,
  because: { why: OptOut["why"]; said: string; userId: number | null },
): Promise<number> {
  if (who.contactId !== null) await withdrawAutomated(tx, who.contactId);
  const known = await queries.idOf(tx, who);
  const made = known === undefined
    ? await queries.insert(tx, { ...who, ...because, said: because.said.slice(0, SAID_MAX).toWellFormed() })
    : undefined;
  if (made !== undefined) {
    emit(tx, optOutChanged, admins, { action: "create", record: (await queries.byId(tx, made))! });
  }
  // Somebody else has just added them.
  return known ?? made ?? (await queries.idOf(tx, who))!;
}

/** Somebody who told the provider that they want no more offers gets nothing automated from then on, over any connection. */
export async function heedProvider(
  tx: Tx,
  { contactId, reason }: { contactId: number; reason: string },
): Promise<void> {
  if (reason !== "ERR_CONTACT_OPTED_OUT") return;
  const who = await queries.contactOf(tx, { contactId });
  if (who) await optOut(tx, who, { why: "provider", said: "", userId: null });
}
