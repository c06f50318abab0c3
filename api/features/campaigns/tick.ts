// Starts what is due, feeds what runs, and ends what is done. Every process with the worker role does it: what must happen once is
// done with the campaign's row held.
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { emit } from "../../core/live/emit.ts";
import { log } from "../../core/log.ts";
import type { ChannelPort } from "../../core/parts.ts";
import { stillAllowed } from "../../core/still-allowed.ts";
import { giveKeyBack } from "../messages/actions/withdraw.ts";
import { ringPause } from "../notifications/actions.ts";
import { noteRefused } from "../templates/actions.ts";
import { campaignChanged, type Pause, reportChanged } from "./contract.ts";
import { type Fed, feedOne } from "./feed.ts";
import { CONFIRM_HOURS } from "./inbound.ts";
import * as queries from "./queries.ts";
import * as shipping from "./shipping.ts";

/** Messages that one line is handed in one turn, so that no campaign keeps the others waiting. */
const AT_ONCE = 20;
/** Who may open campaigns. */
export const admins = { to: ["admin"] };

interface Due {
  companyId: number;
  id: number;
  status: string;
}
/** One turn over all campaigns that run or are due. `companyId`: of one company only. */
export async function tickCampaigns(
  channels: ChannelPort,
  now = new Date(),
  companyId: number | null = null,
): Promise<void> {
  const due = await asPlatform((tx) =>
    tx<Due[]>`
      select company_id as "companyId", id, status from app.campaigns
      where (status = 'EM_ANDAMENTO' or status = 'PROGRAMADA' and scheduled_at <= ${now})
        and (${companyId}::bigint is null or company_id = ${companyId}) order by id`
  );
  for (const one of due) {
    try {
      const { companyId, id } = one;
      if (one.status === "PROGRAMADA") await withTenant({ companyId }, (tx) => begin(tx, id, now));
      await run({ companyId, campaignId: id, now, channels });
    } catch (error) {
      log.warn("a campaign's turn failed and will be tried again", { ...one, error });
    }
  }
}

/** Its time has come, or has passed while nothing ran: who gets it is written down, and it runs. */
async function begin(tx: Tx, id: number, now: Date): Promise<void> {
  const campaign = await queries.lock(tx, id, true);
  if (campaign?.status !== "PROGRAMADA" || !campaign.scheduledAt || campaign.scheduledAt > now) return;
  if (!await stillAllowed(tx, { plan: "useCampaigns" })) return;
  await setGoing(tx, campaign);
}
/** Writes down who gets it, lets those that were withdrawn go on, and runs. The campaign is held. */
export async function setGoing(tx: Tx, campaign: queries.CampaignRow): Promise<void> {
  const lines = await queries.lines(tx, campaign.id);
  await shipping.snapshot(tx, campaign, lines.map(({ id }) => id));
  await shipping.resume(tx, campaign.id);
  await queries.setState(tx, campaign.id, "EM_ANDAMENTO");
  await tell(tx, campaign.id);
}
/** Tells who may open campaigns how it is now. */
export async function tell(tx: Tx, id: number): Promise<void> {
  const record = await queries.byId(tx, id);
  if (record) emit(tx, campaignChanged, admins, { action: "update", record });
}

interface Running {
  companyId: number;
  campaignId: number;
  now: Date;
  channels: ChannelPort;
}
async function run(running: Running): Promise<void> {
  const { companyId, campaignId } = running;
  const lines = await withTenant({ companyId }, (tx) => queries.lines(tx, campaignId), { read: true });
  const said = new Set<Fed>();
  for (const { id: connectionId } of lines) {
    let fed: Fed = "fed";
    for (let n = 0; n < AT_ONCE && fed === "fed"; n++) fed = await feedOne({ ...running, connectionId });
    said.add(fed);
  }
  await withTenant({ companyId }, (tx) => conclude(tx, campaignId, pauseOf(said)));
}
/** Why nothing goes: the first reason of the lines, where none of them goes on. */
function pauseOf(said: ReadonlySet<Fed>): Pause {
  if (said.has("fed") || said.has("idle") || said.has("later")) return "";
  return (["plan", "template", "hours", "limit", "pace"] as const).find((reason) => said.has(reason)) ?? "line";
}

/** Who waits again waits for the next hours, for the subscription, or until the provider says that its text can be sent. */
async function tryAgain(tx: Tx, { id, template }: queries.CampaignRow): Promise<void> {
  const again = await shipping.waitAgain(tx, id);
  for (const { messageId } of again) await giveKeyBack(tx, messageId);
  const lines = new Set(again.filter(({ refused }) => refused).map(({ connectionId }) => connectionId));
  if (template) { for (const line of lines) await noteRefused(tx, line, template); }
}

/** Takes over what became of the messages, and ends the campaign when nobody waits any more. */
async function conclude(tx: Tx, id: number, pause: Pause): Promise<void> {
  const campaign = await queries.lock(tx, id, true);
  if (campaign?.status !== "EM_ANDAMENTO") return;
  await tryAgain(tx, campaign);
  if (await shipping.settle(tx, id, CONFIRM_HOURS)) await queries.noteChanged(tx, id);
  if (await shipping.isDone(tx, id)) {
    await queries.setState(tx, id, "FINALIZADA");
    await tell(tx, id);
    emit(tx, reportChanged, admins, { action: "reload", campaignId: id });
    return;
  }
  if (await queries.setPause(tx, id, pause)) {
    await tell(tx, id);
    await ringPause(tx, id, pause);
  }
  if (await queries.takeChange(tx, id)) emit(tx, reportChanged, admins, { action: "reload", campaignId: id });
}
