// The tree of options under a queue. Options keep their ids when the tree is saved: customers stand in it.
import { refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import { loseOptions } from "../automation/actions/bot.ts";
import type { ChatbotOptionForm } from "../../contract/rules/queue-form.ts";
import type { ChatbotOption } from "./contract.ts";

interface Row extends Omit<ChatbotOption, "options"> {
  queueId: number;
  parentId: number | null;
}

async function rowsOf(tx: Tx, queueId: number): Promise<Row[]> {
  return await tx<Row[]>`
    select id, queue_id as "queueId", parent_id as "parentId", name, greeting as "greetingMessage", type as "queueType",
      close_ticket as "closeTicket", target_queue_id as "optQueueId", target_user_id as "optUserId", target_list_id as "optFileId",
      target_integration_id as "optIntegrationId"
    from app.chatbot_options where company_id = ${tx.companyId} and queue_id = ${queueId} order by position, id`;
}
function nest(rows: readonly Row[], parentId: number | null): ChatbotOption[] {
  return rows.filter((row) => row.parentId === parentId).map((row) => ({ ...row, options: nest(rows, row.id) }));
}

/** A queue's options, nested, in their order. */
export async function treeOf(tx: Tx, queueId: number): Promise<ChatbotOption[]> {
  return nest(await rowsOf(tx, queueId), null);
}
/** One option with what is below it, and where it is. */
export async function optionById(
  tx: Tx,
  id: number,
): Promise<{ option: ChatbotOption; queueId: number; parentId: number | null } | undefined> {
  const [place] = await tx<{ queueId: number }[]>`
    select queue_id as "queueId" from app.chatbot_options where company_id = ${tx.companyId} and id = ${id}`;
  if (!place) return undefined;
  const rows = await rowsOf(tx, place.queueId);
  const row = rows.find((one) => one.id === id);
  return row && { option: { ...row, options: nest(rows, id) }, queueId: row.queueId, parentId: row.parentId };
}
/** How many options are right below a place. */
export async function countBelow(tx: Tx, queueId: number, parentId: number | null): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.chatbot_options
    where company_id = ${tx.companyId} and queue_id = ${queueId} and parent_id is not distinct from ${parentId}::bigint`;
  return row!.n;
}
export async function removeOption(tx: Tx, queueId: number, id: number): Promise<void> {
  await removeOptions(tx, [id, ...below(await rowsOf(tx, queueId), id)]);
}
async function removeOptions(tx: Tx, ids: readonly number[]): Promise<void> {
  await loseOptions(tx, ids);
  await tx`delete from app.chatbot_options where company_id = ${tx.companyId} and id = any (${ids as number[]}::bigint[])`;
}

/**
 * Makes these the options below a place, with all that is below them; what is not among them any more goes. Refuses targets the
 * company does not have, and an option that is named twice.
 */
export async function saveOptions(
  tx: Tx,
  queueId: number,
  parentId: number | null,
  options: readonly ChatbotOptionForm[],
): Promise<void> {
  await checkTargets(tx, options);
  const rows = await rowsOf(tx, queueId);
  const known = new Set(below(rows, parentId));
  const kept = new Set<number>();
  for (const { id } of flat(options)) {
    if (!id || !known.has(id)) continue;
    if (kept.has(id)) refuse("ERR_VALIDATION", { details: [{ path: "body.chatbots", message: "duplicate" }] });
    kept.add(id);
  }
  await place(tx, queueId, parentId, options, known);
  // Last: what was moved out of an option that goes must not go with it.
  const gone = [...known].filter((id) => !kept.has(id));
  if (gone.length > 0) await removeOptions(tx, gone);
}

/** Writes one option at a position; answers its id. */
export async function saveOption(
  tx: Tx,
  queueId: number,
  parentId: number | null,
  position: number,
  option: ChatbotOptionForm,
  id: number | null,
): Promise<number> {
  const columns = {
    queue_id: queueId,
    parent_id: parentId,
    position,
    name: option.name,
    greeting: option.greetingMessage,
    type: option.queueType,
    close_ticket: option.closeTicket,
    target_queue_id: option.queueType === "text" ? null : option.optQueueId,
    target_user_id: option.queueType === "attendent" ? option.optUserId : null,
    target_list_id: option.queueType === "file" ? option.optFileId : null,
    target_integration_id: option.queueType === "integration" ? option.optIntegrationId : null,
  };
  const [row] = id
    ? await tx<{ id: number }[]>`
      update app.chatbot_options set ${tx(columns)} where company_id = ${tx.companyId} and id = ${id} returning id`
    : await tx<{ id: number }[]>`
      insert into app.chatbot_options ${tx({ company_id: tx.companyId, ...columns })} returning id`;
  return row!.id;
}

async function place(
  tx: Tx,
  queueId: number,
  parentId: number | null,
  options: readonly ChatbotOptionForm[],
  known: ReadonlySet<number>,
): Promise<void> {
  for (const [index, option] of options.entries()) {
    const own = option.id && known.has(option.id) ? option.id : null;
    const id = await saveOption(tx, queueId, parentId, index + 1, option, own);
    await place(tx, queueId, id, option.options, known);
  }
}
const flat = (options: readonly ChatbotOptionForm[]): ChatbotOptionForm[] =>
  options.flatMap((option) => [option, ...flat(option.options)]);
const below = (rows: readonly Row[], parentId: number | null): number[] =>
  rows.filter((row) => row.parentId === parentId).flatMap(({ id }) => [id, ...below(rows, id)]);

/** Refuses targets that this company does not have, also where the type would not use them. */
export async function checkTargets(tx: Tx, options: readonly ChatbotOptionForm[]): Promise<void> {
  const all = flat(options);
  const queueIds = [...new Set(all.flatMap(({ optQueueId }) => optQueueId ?? []))];
  const userIds = [...new Set(all.flatMap(({ optUserId }) => optUserId ?? []))];
  const fileIds = [...new Set(all.flatMap(({ optFileId }) => optFileId ?? []))];
  const integrationIds = [...new Set(all.flatMap(({ optIntegrationId }) => optIntegrationId ?? []))];
  const [found] = await tx<{ queues: number; users: number; files: number; integrations: number }[]>`
    select (select count(*) from app.queues where company_id = ${tx.companyId} and id = any (${queueIds}::bigint[])) as queues,
      (select count(*) from app.users where company_id = ${tx.companyId} and id = any (${userIds}::bigint[])) as users,
      (select count(*) from app.file_lists where company_id = ${tx.companyId} and id = any (${fileIds}::bigint[])) as files,
      (select count(*) from app.queue_integrations where company_id = ${tx.companyId} and id = any (${integrationIds}::bigint[])) as integrations`;
  if (found!.queues < queueIds.length) refuse("ERR_NO_QUEUE_FOUND");
  if (found!.users < userIds.length) refuse("ERR_NO_USER_FOUND");
  if (found!.files < fileIds.length || found!.integrations < integrationIds.length) refuse("ERR_NO_RECORD_FOUND");
}
