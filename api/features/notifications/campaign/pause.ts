// The job behind a campaign's pause: rings the devices of who made it, once for a pause.
import { type Tx, withTenant } from "../../../../db/tenant.ts";
import { readCompany } from "../company.ts";
import { isQuiet, minuteIn } from "../decide.ts";
import { targets } from "../push/devices.ts";
import { dispatch, type Push, PushServiceBusy } from "../push/dispatch.ts";
import { pausePayload } from "../push/payload-campaign.ts";
import { languageOf } from "../push/words.ts";
import type { Surroundings } from "../ring.ts";
import { badges, candidates } from "../rules.ts";
import type { PauseData } from "../tasks.ts";

/** Who was away for longer than a working day sees it in the app. */
const TTL_S = 12 * 3600;

export async function work(
  companyId: number,
  data: PauseData,
  { now, send }: Surroundings = { now: () => new Date() },
): Promise<void> {
  const pushes = await withTenant({ companyId }, (tx) => prepare(tx, data, now()), { read: true });
  const counts = await dispatch(companyId, pushes, {
    kind: "campaign",
    manner: { ttl: TTL_S, urgency: "normal", topic: `campaign-${data.campaignId}` },
    send,
  });
  if (counts.later) throw new PushServiceBusy();
}

async function prepare(tx: Tx, { campaignId, reason }: PauseData, now: Date): Promise<Push[]> {
  const [campaign] = await tx<{ name: string; authorId: number | null }[]>`
    select name, author_id as "authorId" from app.campaigns
    where company_id = ${tx.companyId} and id = ${campaignId} and status = 'EM_ANDAMENTO' and paused_reason = ${reason}`;
  if (!campaign || campaign.authorId === null) return [];
  const company = await readCompany(tx);
  const [author] = await candidates(tx, [campaign.authorId]);
  const minute = minuteIn(company.timezone, now);
  if (!author || author.rules.level === "none" || isQuiet(author.rules.quiet, minute)) return [];
  const badge = await badges(tx, [author.id]);
  const payload = pausePayload({ campaignId, reason, name: campaign.name, at: now }, {
    language: languageOf(author.language),
    hideText: company.hidesText || author.rules.hideText,
    badge: badge.get(author.id) ?? 0,
  });
  return (await targets(tx, [author.id], 0)).map((device) => ({ device, payload }));
}
