// The job behind a chat's ring: reads what was said and who has not read it, then sends. A member whom it reached is not rung for
// the same words again when the job is tried again.
import { enqueue } from "../../core/jobs.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { chatPlace } from "./actions.ts";
import { readCompany } from "./company.ts";
import { minuteIn, ringsForChat } from "./decide.ts";
import { targets } from "./push/devices.ts";
import { dispatch, type Push, PushServiceBusy } from "./push/dispatch.ts";
import { chatPayload, type ChatSaid } from "./push/payload-chat.ts";
import { languageOf } from "./push/words.ts";
import type { Surroundings } from "./ring.ts";
import { badges, candidates } from "./rules.ts";
import { chat, type ChatData } from "./tasks.ts";

/** Whose app is open elsewhere gets it later, if it is unread then. */
const ELSEWHERE_MS = 10_000;
/** A device that was off for longer than half a working day learns it from the app. */
const TTL_S = 4 * 3600;

interface Prepared {
  said: Said;
  pushes: Push[];
}
export async function work(
  companyId: number,
  data: ChatData,
  { now, send }: Surroundings = { now: () => new Date() },
): Promise<void> {
  const plan = await withTenant({ companyId }, (tx) => prepare(tx, data, now()));
  if (!plan?.pushes.length) return;
  const { said } = plan;
  const counts = await dispatch(companyId, plan.pushes, {
    kind: "chat",
    manner: { ttl: TTL_S, urgency: "high", topic: said.uuid.replaceAll("-", "") },
    reached: (tx, ids) => noteRung(tx, said, ids),
    send,
  });
  if (counts.later) throw new PushServiceBusy();
}

async function prepare(tx: Tx, data: ChatData, now: Date): Promise<Prepared | null> {
  const [company, said] = await Promise.all([readCompany(tx), readSaid(tx, data)]);
  if (!company.open || !company.chats || !said) return null;
  const waiting = await unreached(tx, said, data.authorId);
  const muted = new Map(waiting.map((member) => [member.id, member.muted]));
  const minute = minuteIn(company.timezone, now);
  const people = (await candidates(tx, waiting.map(({ id }) => id))).filter((person) =>
    ringsForChat(person, {
      muted: muted.get(person.id) === true,
      mentioned: data.mentioned.includes(person.id),
      minute,
    })
  );
  if (!people.length) return null;
  const ids = people.map(({ id }) => id);
  const [found, badge] = await Promise.all([targets(tx, ids, 0), badges(tx, ids)]);
  const devices = found.filter((device) => data.only?.includes(device.id) ?? true);
  const later = data.only ? [] : devices.filter((device) => device.elsewhere);
  if (later.length) await ringLater(tx, data, later.map((device) => device.id), now);
  const payloads = new Map(people.map((person) => [
    person.id,
    chatPayload(said, {
      language: languageOf(person.language),
      hideText: company.hidesText || person.rules.hideText,
      badge: badge.get(person.id) ?? 0,
      mentioned: data.mentioned.includes(person.id),
    }),
  ]));
  return {
    said,
    pushes: devices.filter((device) => !later.includes(device)).map((device) => ({
      device,
      payload: payloads.get(device.userId)!,
    })),
  };
}

/** The same key for the same message: a job that is tried again does not make it two. */
async function ringLater(tx: Tx, data: ChatData, only: number[], now: Date): Promise<void> {
  await enqueue(tx, chat, { ...data, only }, {
    queue: chatPlace(data.chatId),
    key: `later:chat:${data.messageId}`,
    runAt: new Date(now.getTime() + ELSEWHERE_MS),
    attempts: 8,
  });
}

type Said = ChatSaid & { chatId: number; position: number };
async function readSaid(tx: Tx, { messageId }: ChatData): Promise<Said | undefined> {
  const [row] = await tx<Said[]>`
    select c.id as "chatId", c.uuid, c.title, m.id as "messageId", m.position, m.kind, left(m.body, 2000) as body, m.created_at as at,
      coalesce(u.name, '') as author
    from app.chat_messages m join app.chats c on c.company_id = m.company_id and c.id = m.chat_id
    left join app.users u on u.company_id = m.company_id and u.id = m.sender_id
    where m.company_id = ${tx.companyId} and m.id = ${messageId} and not m.is_deleted`;
  return row;
}
/** Members who have neither read it nor been rung for it. */
function unreached(tx: Tx, said: Said, authorId: number): Promise<{ id: number; muted: boolean }[]> {
  return tx<{ id: number; muted: boolean }[]>`
    select user_id as id, muted from app.chat_members
    where company_id = ${tx.companyId} and chat_id = ${said.chatId} and user_id <> ${authorId}
      and greatest(position_read, position_rung) < ${said.position}`;
}
function noteRung(tx: Tx, said: Said, deviceIds: readonly number[]): Promise<unknown> {
  return tx`
    update app.chat_members m set position_rung = greatest(m.position_rung, ${said.position})
    where m.company_id = ${tx.companyId} and m.chat_id = ${said.chatId} and m.user_id in (
      select d.user_id from app.devices d where d.company_id = m.company_id and d.id = any (${deviceIds as number[]}::bigint[]))`;
}
