// SQL of what every company begins with: a queue, and a connection of the channel that the server itself is.
import type { PlatformTx } from "../../../db/tenant.ts";

/** The queue every company begins with; it greets nobody, so that nothing is said that nobody wrote. */
export async function insertQueue(
  tx: PlatformTx,
  companyId: number,
  queue: { name: string; color: string },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.queues ${tx({ company_id: companyId, ...queue })} returning id`;
  return row!.id;
}
export function joinQueue(
  tx: PlatformTx,
  { companyId, queueId, userId }: { companyId: number; queueId: number; userId: number },
): Promise<unknown> {
  return tx`
    insert into app.user_queues (company_id, user_id, queue_id) values (${companyId}, ${userId}, ${queueId})`;
}
export function offerQueue(
  tx: PlatformTx,
  { companyId, queueId, connectionId }: { companyId: number; queueId: number; connectionId: number },
): Promise<unknown> {
  return tx`
    insert into app.connection_queues (company_id, connection_id, queue_id)
    values (${companyId}, ${connectionId}, ${queueId})`;
}

/** An account of the channel that every company begins with: `key` names its page. */
interface BuiltIn {
  companyId: number;
  channel: string;
  key: string;
}
/** The connection every company begins with, already connected. */
export async function insertBuiltIn(
  tx: PlatformTx,
  chat: BuiltIn & { name: string; token: string },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.connections (company_id, name, channel, status, is_default, token, settings)
    values (${chat.companyId}, ${chat.name}, ${chat.channel}, 'CONNECTED', true, ${chat.token}, ${
    tx.json({ key: chat.key })
  })
    returning id`;
  return row!.id;
}
export function insertAccount(
  tx: PlatformTx,
  { companyId, channel, key }: BuiltIn,
  connectionId: number,
): Promise<unknown> {
  return tx`
    insert into app.channel_accounts (channel, account, company_id, connection_id)
    values (${channel}, ${key}, ${companyId}, ${connectionId})`;
}
