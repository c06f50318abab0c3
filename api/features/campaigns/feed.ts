// Hands a campaign's next message to one line. What must not be sent is noted with its reason; what is sent is written in the same
// transaction as the note, under a key of its own, so a process that dies in between sends nobody anything twice.
import type { Manifest, SentTemplate } from "../../../channels/sdk/mod.ts";
import { PHONE } from "../../../channels/sdk/phone.ts";
import { withTenant } from "../../../db/tenant.ts";
import type { Tx } from "../../../db/tenant.ts";
import { Refusal } from "../../contract/errors.ts";
import { RUNNING_MS } from "../../contract/limits.ts";
import { manifestOf } from "../../core/manifests.ts";
import type { ChannelPort } from "../../core/parts.ts";
import { stillAllowed } from "../../core/still-allowed.ts";
import { checkNumber, contactWithNumber } from "../contacts/actions.ts";
import { earliestCold } from "../pace/actions.ts";
import { sendAutomated } from "../messages/actions/automated-send.ts";
import { suppressed } from "../opt-outs/actions.ts";
import { canSend, fillTemplate } from "../templates/actions.ts";
import { closing, dayStart, intervalAfter, nextOpening } from "./clock.ts";
import { type Pause, TEMPLATE_VARIANT } from "./contract.ts";
import * as queries from "./queries.ts";
import type { CampaignSettings } from "../../contract/rules/campaign-settings.ts";
import * as shipping from "./shipping.ts";
import { fillCampaign, variantsOf } from "./text.ts";

/** Messages of a campaign that wait on one line at a time: the rest of the queue is theirs who write one by one. */
export const WINDOW = 20;
/** A line at which nothing could be done is looked at again after this, ms. */
const LOOK_AGAIN_MS = 15_000;

export interface Turn {
  companyId: number;
  campaignId: number;
  connectionId: number;
  now: Date;
  channels: ChannelPort;
}
/** `fed`: look again at once. `idle`: nobody waits for this line. A pause says why nothing goes. */
export type Fed = "fed" | "idle" | "later" | Exclude<Pause, "">;

/** One message at most. Two processes may try at once: one of them feeds. */
export async function feedOne(turn: Turn): Promise<Fed> {
  const { companyId } = turn;
  const peeked = await withTenant({ companyId }, (tx) => look(tx, turn), { read: true });
  if (typeof peeked === "string") return peeked;
  const present = await isThere(turn, peeked);
  if (present === "ask later") {
    await withTenant({ companyId }, (tx) => wait(tx, turn, new Date(turn.now.getTime() + LOOK_AGAIN_MS)));
    return "later";
  }
  return await withTenant({ companyId }, (tx) => handOver(tx, turn, peeked.id, present));
}

interface Ready {
  campaign: queries.CampaignRow;
  line: queries.CampaignLine;
  settings: CampaignSettings;
  timezone: string;
  /** Why only those go who have just confirmed; null: anybody. */
  why: "later" | "hours" | "limit" | null;
}
/** Whether this line may be fed now. Asked with the campaign held, and before that without. */
async function ready(tx: Tx, { campaignId, connectionId, now }: Turn, held: boolean): Promise<Ready | Fed> {
  const campaign = held ? await queries.lock(tx, campaignId, true) : await queries.peek(tx, campaignId);
  if (campaign?.status !== "EM_ANDAMENTO") return "later";
  if (!await stillAllowed(tx, { plan: "useCampaigns" })) return "plan";
  const line = (await queries.lines(tx, campaignId)).find(({ id }) => id === connectionId);
  if (!line?.connected) return "line";
  const [settings, timezone] = [await queries.settings(tx), await queries.timezone(tx)];
  const why = line.nextAt > now ? "later" as const : await closed(tx, { settings, timezone, now });
  return { campaign, line, settings, timezone, why };
}
/** Why nobody is written to first now; null: they are. */
async function closed(
  tx: Tx,
  { settings, timezone, now }: { settings: CampaignSettings; timezone: string; now: Date },
): Promise<"hours" | "limit" | null> {
  if (nextOpening(settings, now, timezone) > now) return "hours";
  const today = await shipping.fedSince(tx, dayStart(now, timezone));
  return today >= settings.dailyLimit ? "limit" : null;
}

async function look(tx: Tx, turn: Turn): Promise<shipping.Recipient | Fed> {
  const state = await ready(tx, turn, false);
  if (typeof state === "string") return state;
  const { campaignId, connectionId } = turn;
  return await shipping.next(tx, { campaignId, connectionId, begin: state.why === null, hold: false }) ?? state.why ??
    "idle";
}

/** Whether somebody is at the number; asked of the provider only where nobody knows it yet, and only now. */
type Present = "yes" | "no" | "unasked" | "ask later";
async function isThere(
  { companyId, connectionId, channels }: Turn,
  { number, contactId }: shipping.Recipient,
): Promise<Present> {
  if (number === "") return "unasked";
  const known = await withTenant({ companyId }, async (tx) => {
    const [line] = await tx<{ channel: string; met: boolean }[]>`
      select channel, exists (select 1 from app.tickets t where t.company_id = w.company_id and t.contact_id = ${contactId}
        and t.connection_id = w.id and t.last_inbound_at is not null) as met
      from app.connections w where w.company_id = ${companyId} and w.id = ${connectionId}`;
    return !line || line.met || !channels.plugins.get(line.channel)?.manifest.abilities.numberCheck;
  }, { read: true });
  if (known) return "unasked";
  try {
    const { existsInWhatsapp } = await checkNumber(companyId, number, connectionId, channels);
    return existsInWhatsapp ? "yes" : "no";
  } catch (error) {
    if (error instanceof Refusal) return "ask later";
    throw error;
  }
}

async function handOver(tx: Tx, turn: Turn, id: number, present: Present): Promise<Fed> {
  const state = await ready(tx, turn, true);
  if (typeof state === "string") return state;
  const { campaign, line, settings, timezone, why } = state;
  const { campaignId, connectionId, now } = turn;
  const person = await shipping.next(tx, { campaignId, connectionId, begin: why === null, hold: true }, id);
  if (!person) return "later";
  const waiting = person.status === "queued" ? await shipping.waitingOn(tx, campaignId, connectionId) : 0;
  if (waiting >= WINDOW) {
    await wait(tx, turn, new Date(now.getTime() + LOOK_AGAIN_MS / 5));
    return "later";
  }
  const out = present === "no"
    ? { status: "skipped", reason: "noWhatsapp" }
    : await recipientOf(tx, campaign, line, person, now);
  if (!("status" in out)) {
    const what = await wordsFor(tx, { campaign, line, person, settings, ...out });
    if (what === "template") return what;
    // Who has just confirmed waits for no hours.
    const until = person.status === "queued" ? closing(settings, now, timezone) : null;
    if (!("status" in what) && out.cold && until && await leavesAt(tx, line, { waiting, now }) >= until) return "pace";
    const outcome = "status" in what
      ? what
      : await send(tx, { campaign, line, person, what, contactId: out.contactId, until });
    await noteOutcome(tx, turn, campaign, { person, present, outcome });
    // Who has just confirmed waits for nobody's interval, and costs none.
    if (person.status === "confirmed" || !("messageId" in outcome || "confirmationMessageId" in outcome)) return "fed";
    const fed = line.fed + 1;
    const next = new Date(now.getTime() + intervalAfter(fed, settings));
    await queries.setLine(tx, campaignId, connectionId, { nextAt: next, fed });
  } else await noteOutcome(tx, turn, campaign, { person, present, outcome: out });
  return "fed";
}
async function noteOutcome(
  tx: Tx,
  { now }: Turn,
  campaign: queries.CampaignRow,
  { person, present, outcome }: { person: shipping.Recipient; present: Present; outcome: shipping.Outcome },
): Promise<void> {
  await queries.noteChanged(tx, campaign.id);
  if (present !== "unasked") await shipping.noteValid(tx, campaign, person.number, present === "yes");
  await shipping.note(tx, person.id, outcome, now);
}
/** When this line's own pace lets it leave at the earliest, with what of the campaign stands before it. */
async function leavesAt(
  tx: Tx,
  { id, channel }: queries.CampaignLine,
  { waiting, now }: { waiting: number; now: Date },
): Promise<Date> {
  const governor = manifestOf(channel)?.governor;
  return governor ? await earliestCold(tx, id, governor, { before: waiting, now }) : now;
}
async function wait(tx: Tx, { campaignId, connectionId, now }: Turn, until: Date): Promise<void> {
  const line = (await queries.lines(tx, campaignId)).find(({ id }) => id === connectionId);
  if (line && line.nextAt <= now) await queries.setLine(tx, campaignId, connectionId, { nextAt: until, fed: line.fed });
}

interface Reached {
  contactId: number;
  /** Only an approved text goes to them now. */
  closed: boolean;
  /** They have not written within a day: the line's pace counts them. */
  cold: boolean;
}
/** The contact to write to, or why nobody writes to this person. */
async function recipientOf(
  tx: Tx,
  campaign: queries.CampaignRow,
  line: queries.CampaignLine,
  person: shipping.Recipient,
  now: Date,
): Promise<Reached | shipping.Outcome> {
  const out = (reason: string, contactId: number | null = null) => ({ status: "skipped", reason, contactId });
  const known = person.contactId !== null ? await suppressed(tx, person.contactId) : null;
  const because = known ?? (person.number ? await suppressed(tx, person.number) : null);
  if (because) return because === "optedOut" ? { status: "optedout" } : out("blocked");
  const contactId = person.number ? await contactWithNumber(tx, person.number, person) : person.contactId;
  if (contactId === null) return out("reach");
  const manifest = manifestOf(line.channel);
  const [row] = await tx<{ twice: boolean; talking: boolean; reached: boolean; lastInboundAt: Date | null }[]>`
    select exists (select 1 from app.campaign_shipping s where s.company_id = ${tx.companyId} and s.contact_id = ${contactId}
        and s.campaign_id = ${campaign.id} and s.id <> ${person.id} and s.fed_at is not null) as twice,
      exists (select 1 from app.tickets t where t.company_id = ${tx.companyId} and t.contact_id = ${contactId} and t.status = 'open'
        and t.user_id is not null) as talking,
      exists (select 1 from app.contact_identities i where i.company_id = ${tx.companyId} and i.contact_id = ${contactId}
        and i.kind = any (${kindsOf(manifest)}::text[])) as reached,
      (select max(t.last_inbound_at) from app.tickets t where t.company_id = ${tx.companyId} and t.contact_id = ${contactId}
        and t.connection_id = ${line.id}) as "lastInboundAt"`;
  const { twice, talking, reached, lastInboundAt } = row!;
  if (twice && person.status === "queued") return out("duplicate", contactId);
  // Who has confirmed asked for it.
  if (talking && campaign.skipOpen && person.status === "queued") return out("inConversation", contactId);
  if (!reached) return out("reach", contactId);
  const hours = manifest?.replyWindow?.hours;
  const ago = lastInboundAt ? now.getTime() - lastInboundAt.getTime() : Infinity;
  const closed = hours !== undefined && ago >= hours * 3_600_000;
  if (closed && !(campaign.template && manifest?.templates)) return out("window", contactId);
  return { contactId, closed, cold: ago >= RUNNING_MS };
}
/** What a channel knows people by. */
export function kindsOf(manifest: Manifest | undefined): string[] {
  return manifest?.identities.map(({ kind }) => kind) ?? [PHONE];
}

/** What goes to somebody now. */
interface Words {
  /** The question that goes before the message. */
  asks: boolean;
  /** Null: a question. */
  variant: number | null;
  body: string;
  template?: SentTemplate;
  mediaId: string | null;
}
interface Choice extends Reached {
  campaign: queries.CampaignRow;
  line: queries.CampaignLine;
  person: shipping.Recipient;
  settings: CampaignSettings;
}
/**
 * A variant, or a question first; the approved text where the reply window is closed or there are no other words. `template`: it cannot be
 * sent now, and the person waits. Of somebody for whom a place stays empty why nobody writes to them.
 */
async function wordsFor(tx: Tx, choice: Choice): Promise<Words | shipping.Outcome | "template"> {
  const { campaign, line, person, settings, contactId, closed } = choice;
  const asks = campaign.confirmation && person.status === "queued";
  const choices = variantsOf(asks ? campaign.confirmations : campaign.messages);
  if (campaign.template && (closed || choices.length === 0)) {
    if (!await canSend(tx, line.id, campaign.template)) return "template";
    const { values, ...which } = campaign.template;
    const texts = mapValues(values, (value) => oneLine(fillCampaign(value, person, settings.variables)));
    try {
      const { body, template, file } = await fillTemplate(tx, line.id, which, texts, "template");
      return { asks, variant: asks ? null : TEMPLATE_VARIANT, body, template, mediaId: file && campaign.mediaId };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: "skipped", reason: "values", contactId };
    }
  }
  // A message that was withdrawn goes as the variant that it was.
  const same = choices.find(({ place }) => !asks && place === person.variant);
  const chosen = same ?? choices[Math.floor(Math.random() * choices.length)];
  return {
    asks,
    variant: asks ? null : chosen?.place ?? null,
    body: fillCampaign(chosen?.text ?? "", person, settings.variables),
    mediaId: asks ? null : campaign.mediaId,
  };
}
const mapValues = (values: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
/** Meta refuses line breaks, tabs and runs of spaces in a place. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

interface Message {
  campaign: queries.CampaignRow;
  line: queries.CampaignLine;
  person: shipping.Recipient;
  what: Words;
  contactId: number;
  /** The end of the hours in which it may leave. */
  until: Date | null;
}
/** Writes it down to be sent. One that the channel refuses is noted as failed: the others go on. */
async function send(tx: Tx, { campaign, line, person, what, contactId, until }: Message): Promise<shipping.Outcome> {
  const { asks, variant, body, template, mediaId } = what;
  const where = { contactId, connectionId: line.id };
  try {
    const sent = await sendAutomated(tx, {
      ...{ ...where, body, template, mediaId, until },
      key: `campaign:${campaign.id}:${person.id}${asks ? ":ask" : ""}`,
      sendClass: "campaign",
      ticket: asks ? { open: false } : {
        open: campaign.openTicket,
        status: campaign.statusTicket,
        userId: campaign.userId,
        queueId: campaign.queueId,
      },
    });
    if (!sent) return { ...where, status: "failed", reason: "ERR_IDEMPOTENCY_MISMATCH" };
    return asks
      ? { ...where, status: "confirming", confirmationMessageId: sent.messageId }
      : { ...where, status: "waiting", variant, messageId: sent.messageId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...where, status: "failed", reason: error.code, variant };
  }
}
