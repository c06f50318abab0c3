// What people do with a campaign. Each change holds its row, and is refused in a state that it does not fit.
import { must, refuse } from "../../contract/errors.ts";
import { emit } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { withdrawWaiting } from "../messages/actions/withdraw.ts";
import { manifestOf } from "../../core/manifests.ts";
import { fillTemplate, type TemplateMessage } from "../templates/actions.ts";
import {
  type Campaign,
  campaignChanged,
  type CampaignFields,
  type CampaignState,
  type CampaignTemplate,
} from "./contract.ts";
import * as queries from "./queries.ts";
import * as shipping from "./shipping.ts";
import { variantsOf } from "./text.ts";
import { admins, setGoing, tell } from "./tick.ts";

/** A campaign that begins sooner than this is no longer changed, ms. */
const SETTLED_MS = 3_600_000;
/** A moment that has just passed while somebody filled the form in is now, ms. */
const JUST_NOW_MS = 60_000;

/** Whether it may be changed: it waits to be started, was stopped, or begins in more than an hour. */
export function mayChange(
  { status, scheduledAt }: Pick<queries.CampaignRow, "status" | "scheduledAt">,
  now = Date.now(),
): boolean {
  if (status === "INATIVA" || status === "CANCELADA") return true;
  return status === "PROGRAMADA" && (scheduledAt?.getTime() ?? 0) - now > SETTLED_MS;
}
/** The campaign, held. Refuses ERR_NO_RECORD_FOUND, and ERR_ALREADY_IN_STATE where it may not be changed. */
export async function changeable(tx: Tx, id: number): Promise<queries.CampaignRow> {
  const campaign = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
  return mayChange(campaign) ? campaign : refuse("ERR_ALREADY_IN_STATE");
}

export async function create(tx: Tx, fields: CampaignFields): Promise<Campaign> {
  const lines = await check(tx, fields);
  refusePast(fields.scheduledAt);
  const status = fields.scheduledAt ? "PROGRAMADA" : "INATIVA";
  if (status === "PROGRAMADA") await refuseIncomplete(tx, fields, lines, null);
  const id = await queries.insert(tx, fields, status);
  await queries.setLines(tx, id, lines);
  const record = (await queries.byId(tx, id))!;
  emit(tx, campaignChanged, admins, { action: "create", record });
  return record;
}

export async function update(tx: Tx, id: number, fields: CampaignFields): Promise<Campaign> {
  const old = await changeable(tx, id);
  const lines = await check(tx, fields);
  const moved = fields.scheduledAt === null || new Date(fields.scheduledAt).getTime() !== old.scheduledAt?.getTime();
  if (moved) refusePast(fields.scheduledAt);
  const status = stateAfter(old, fields, moved);
  if (status === "PROGRAMADA") await refuseIncomplete(tx, fields, lines, old.mediaId);
  await queries.update(tx, id, fields, status);
  await queries.setLines(tx, id, lines);
  if (old.listId !== fields.contactListId || old.tagId !== fields.tagListId) await shipping.forgetCancelled(tx, id);
  await tell(tx, id);
  return (await queries.byId(tx, id))!;
}
/** A time makes it start by itself; a stopped one stays stopped until it gets another time, or somebody restarts it. */
function stateAfter(old: queries.CampaignRow, { scheduledAt }: CampaignFields, moved: boolean): CampaignState {
  if (scheduledAt !== null && (moved || old.status === "PROGRAMADA")) return "PROGRAMADA";
  return old.status === "CANCELADA" ? "CANCELADA" : "INATIVA";
}
function refusePast(at: string | null): void {
  if (at !== null && new Date(at).getTime() < Date.now() - JUST_NOW_MS) wrong("scheduledAt", "date_range");
}
const wrong = (field: string, message: string): never =>
  refuse("ERR_VALIDATION", { details: [{ path: `body.${field}`, message }] });

/** What it names is there; answers its lines. Refuses with the code of what is not. */
async function check(tx: Tx, fields: CampaignFields): Promise<number[]> {
  const lines = [...new Set([fields.whatsappId, ...fields.whatsappIds].filter((id) => id !== null))];
  for (const id of lines) if (!await queries.exists(tx, "connections", id)) refuse("ERR_NO_WAPP_FOUND");
  const named = [
    ["contact_lists", fields.contactListId, "ERR_NO_RECORD_FOUND"],
    ["tags", fields.tagListId, "ERR_NO_TAG_FOUND"],
    ["users", fields.userId, "ERR_NO_USER_FOUND"],
    ["queues", fields.queueId, "ERR_NO_QUEUE_FOUND"],
  ] as const;
  for (const [table, id, code] of named) if (id !== null && !await queries.exists(tx, table, id)) refuse(code);
  if (fields.userId !== null && fields.queueId === null) wrong("queueId", "required");
  if (fields.template) await templateFiles(tx, fields.template, lines);
  return lines;
}
interface Whole {
  template: CampaignTemplate | null;
  texts: readonly string[];
  asks: readonly string[] | null;
  lines: readonly number[];
  people: boolean;
  mediaId: string | null;
}
/** What must be said before it can run. */
async function refuseUnfinished(tx: Tx, whole: Whole): Promise<void> {
  const { template, texts, asks, lines, people, mediaId } = whole;
  // Without other words the approved text goes to all: over every line then, and nothing would follow a confirmation.
  const enough = template !== null && asks === null && (await ableLines(tx, lines)).length === lines.length;
  if (!variantsOf(texts).length && !enough) wrong("message1", "required");
  if (asks !== null && !variantsOf(asks).length) wrong("confirmationMessage1", "required");
  if (!lines.length) wrong("whatsappId", "required");
  if (!people) wrong("contactListId", "required");
  if (template) {
    for (const kind of await templateFiles(tx, template, lines)) {
      await refuseOtherFile(tx, kind, mediaId);
    }
  }
}
function refuseIncomplete(tx: Tx, fields: CampaignFields, lines: readonly number[], mediaId: string | null) {
  const asks = [
    ...[fields.confirmationMessage1, fields.confirmationMessage2, fields.confirmationMessage3],
    ...[fields.confirmationMessage4, fields.confirmationMessage5],
  ];
  return refuseUnfinished(tx, {
    template: fields.template,
    texts: [fields.message1, fields.message2, fields.message3, fields.message4, fields.message5],
    asks: fields.confirmation ? asks : null,
    lines,
    people: fields.contactListId !== null || fields.tagListId !== null,
    mediaId,
  });
}
/** The same of a stored one, with what has been deleted since. */
async function refuseUnready(tx: Tx, campaign: queries.CampaignRow): Promise<void> {
  await refuseUnfinished(tx, {
    template: campaign.template,
    texts: campaign.messages,
    asks: campaign.confirmation ? campaign.confirmations : null,
    lines: (await queries.lines(tx, campaign.id)).map(({ id }) => id),
    people: campaign.listId !== null || campaign.tagId !== null,
    mediaId: campaign.mediaId,
  });
}

/** Those of the lines whose provider has approved texts. */
async function ableLines(tx: Tx, lines: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number; channel: string }[]>`
    select id, channel from app.connections where company_id = ${tx.companyId} and id = any (${lines as number[]}::bigint[]) order by id`;
  return rows.filter(({ channel }) => manifestOf(channel)?.templates).map(({ id }) => id);
}
/**
 * The kinds of file that the text's header wants, line by line. Refuses ERR_NO_TEMPLATE_FOUND where no line has it, ERR_TEMPLATE_REFUSED,
 * and ERR_VALIDATION naming places that have no value.
 */
async function templateFiles(tx: Tx, { values, ...which }: CampaignTemplate, lines: readonly number[]) {
  const able = await ableLines(tx, lines);
  if (!able.length) refuse("ERR_NO_TEMPLATE_FOUND");
  const kinds = new Set<TemplateMessage["file"]>();
  for (const id of able) kinds.add((await fillTemplate(tx, id, which, values, "body.template")).file);
  return kinds;
}
/** The campaign's file stands in the header: it must be of the kind that Meta has approved. */
async function refuseOtherFile(tx: Tx, kind: TemplateMessage["file"], mediaId: string | null): Promise<void> {
  if (kind === null) return;
  const [file] = await tx<{ kind: string }[]>`
    select kind from app.media where company_id = ${tx.companyId} and id = ${mediaId}`;
  if (!file) wrong("file", "required");
  else if (kind !== "document" && file.kind !== kind) wrong("file", "invalid");
}

/** Starts it now. Its people are written down when its turn comes, in a moment. */
export async function start(tx: Tx, id: number): Promise<Campaign> {
  const campaign = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
  if (campaign.status !== "INATIVA" && campaign.status !== "PROGRAMADA") refuse("ERR_ALREADY_IN_STATE");
  await refuseUnready(tx, campaign);
  await queries.setScheduled(tx, id, new Date());
  await setGoing(tx, campaign);
  return (await queries.byId(tx, id))!;
}
/** Goes on: who was withdrawn, and whom its list or tag has got since. */
export async function restart(tx: Tx, id: number): Promise<Campaign> {
  const campaign = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
  if (campaign.status !== "CANCELADA") refuse("ERR_ALREADY_IN_STATE");
  await refuseUnready(tx, campaign);
  await setGoing(tx, campaign);
  return (await queries.byId(tx, id))!;
}
/** Stops it. What waits on a line is withdrawn; what is on its way may still arrive, and is then reported as sent. */
export async function cancel(tx: Tx, id: number): Promise<Campaign> {
  const campaign = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
  if (campaign.status !== "EM_ANDAMENTO" && campaign.status !== "PROGRAMADA") refuse("ERR_ALREADY_IN_STATE");
  for (const waiting of await shipping.cancel(tx, id)) {
    if (await withdrawWaiting(tx, waiting.messageId)) await shipping.withdrawn(tx, waiting);
  }
  await queries.setState(tx, id, "CANCELADA");
  await tell(tx, id);
  return (await queries.byId(tx, id))!;
}

/** Deletes it with its report. Refuses ERR_ALREADY_IN_STATE while it runs. */
export async function remove(tx: Tx, id: number): Promise<void> {
  const campaign = must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
  if (campaign.status === "EM_ANDAMENTO") refuse("ERR_ALREADY_IN_STATE");
  await queries.remove(tx, id);
  emit(tx, campaignChanged, admins, { action: "delete", id });
}
