// What a connection says and does by itself: kept beside the connection, read by those who may change it
// (docs/product/connections.md#rules).
import type { z } from "zod";
import {
  connectionRuleFields,
  type ConnectionRuleName,
  type ConnectionRules,
  type ConnectionRuleValues,
  ruleMistakes,
} from "../../contract/rules/connection.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import { companyValues } from "../settings/actions.ts";
import type { ConnectionUpdate } from "./contract.ts";

type Given = Pick<z.output<typeof ConnectionUpdate>, ConnectionRuleName>;
const names = Object.keys(connectionRuleFields) as ConnectionRuleName[];
/** These are looked at when a call names one of them: renaming a connection asks for no rating. */
const ratingNames: readonly ConnectionRuleName[] = ["ratingMessage", "expiresTicketNPS", "maxUseBotQueuesNPS"];

export async function rulesOf(tx: Tx, id: number): Promise<ConnectionRules> {
  const [row] = await tx<ConnectionRules[]>`
    select c.bot_tries as "maxUseBotQueues", c.bot_pause_min as "timeUseBotQueues", c.redirect_after_min as "timeSendQueue",
      c.redirect_queue_id as "sendIdQueue", c.close_after_min as "expiresTicket", c.close_if_ours_last::int as "whenExpiresTicket",
      c.expired_text as "expiresInactiveMessage", c.inactive_after_min as "timeInactiveMessage", c.inactive_text as "inactiveMessage",
      c.rating_text as "ratingMessage", c.rating_expires_min as "expiresTicketNPS", c.rating_tries as "maxUseBotQueuesNPS",
      c.reuse_within_min as "timeCreateNewTicket", c.vacation_start::text as "collectiveVacationStart",
      c.vacation_end::text as "collectiveVacationEnd", c.vacation_text as "collectiveVacationMessage", c.schedules,
      c.integration_id as "integrationId", c.prompt_id as "promptId",
      '/media/' || m.id as "greetingMediaAttachment", coalesce(m.file_name, '') as "greetingMediaName",
      coalesce(m.kind, '') as "greetingMediaKind"
    from app.connections c left join app.media m on m.company_id = c.company_id and m.id = c.greeting_media_id
    where c.company_id = ${tx.companyId} and c.id = ${id}`;
  return must(row, "ERR_NO_WAPP_FOUND");
}

/** Keeps what was given. Refuses ERR_NO_QUEUE_FOUND, and each field that is missing or contradicts another. */
export async function saveRules(tx: Tx, id: number, body: Given): Promise<void> {
  const given = names.filter((name) => body[name] !== undefined);
  if (given.length === 0) return;
  if (body.sendIdQueue && !await hasQueue(tx, body.sendIdQueue)) refuse("ERR_NO_QUEUE_FOUND");
  if (body.integrationId && !await hasIntegration(tx, body.integrationId)) refuse("ERR_NO_RECORD_FOUND");
  if (body.promptId && !await hasPrompt(tx, body.promptId)) refuse("ERR_NO_RECORD_FOUND");
  const before = await rulesOf(tx, id);
  const next: ConnectionRuleValues = { ...before, ...Object.fromEntries(given.map((name) => [name, body[name]])) };
  const asked = given.some((name) => ratingNames.includes(name));
  const rates = asked && (await companyValues(tx)).userRating === "enabled";
  const mistakes = ruleMistakes(next, { today: await today(tx), rates, before });
  if (mistakes.length > 0) {
    const details = mistakes.map(({ field, message }) => ({ path: `body.${field}`, message }));
    refuse("ERR_VALIDATION", { details });
  }
  await tx`
    update app.connections set bot_tries = ${next.maxUseBotQueues}, bot_pause_min = ${next.timeUseBotQueues},
      redirect_after_min = ${next.timeSendQueue}, redirect_queue_id = ${next.sendIdQueue}, close_after_min = ${next.expiresTicket},
      close_if_ours_last = ${next.whenExpiresTicket === 1}, expired_text = ${next.expiresInactiveMessage},
      inactive_after_min = ${next.timeInactiveMessage}, inactive_text = ${next.inactiveMessage}, rating_text = ${next.ratingMessage},
      rating_expires_min = ${next.expiresTicketNPS}, rating_tries = ${next.maxUseBotQueuesNPS},
      reuse_within_min = ${next.timeCreateNewTicket}, vacation_start = ${next.collectiveVacationStart},
      vacation_end = ${next.collectiveVacationEnd}, vacation_text = ${next.collectiveVacationMessage},
      schedules = ${
    JSON.stringify(next.schedules)
  }::text::jsonb, integration_id = ${next.integrationId}, prompt_id = ${next.promptId}
    where company_id = ${tx.companyId} and id = ${id}`;
}

async function hasQueue(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.queues where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}
async function hasIntegration(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.queue_integrations where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}
async function hasPrompt(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.prompts where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}
async function today(tx: Tx): Promise<string> {
  const [row] = await tx<{ day: string }[]>`
    select (now() at time zone timezone)::date::text as day from app.companies where id = ${tx.companyId}`;
  return row!.day;
}
