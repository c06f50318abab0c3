// How far what happens by itself is with a ticket: which texts were said in this round, and where in the tree the customer stands.
// Read and written under the ticket's lock.
import type { AutomaticKind } from "../../../contract/words/automatic.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Happenings } from "../../tickets/effects.ts";

export interface Told {
  times: number;
  /** When it was said last, ISO 8601. */
  at: string;
}
export type SaidTexts = Partial<Record<AutomaticKind, Told>>;

/** The customer has answered: these texts are counted from the beginning again. */
export async function forgetSaid(tx: Tx, ticketId: number, kinds: readonly AutomaticKind[]): Promise<void> {
  await tx`
    update app.ticket_bots set said = said - ${kinds as AutomaticKind[]}::text[]
    where company_id = ${tx.companyId} and ticket_id = ${ticketId}`;
}

/** Writes where the bot is now; what is left out stays. */
export async function keepBot(
  tx: Tx,
  ticketId: number,
  patch: { optionId?: number | null; handedAt?: Date | null },
): Promise<void> {
  const { optionId, handedAt } = patch;
  await tx`
    insert into app.ticket_bots as b (company_id, ticket_id, option_id, handed_at)
    values (${tx.companyId}, ${ticketId}, ${optionId ?? null}, ${handedAt ?? null})
    on conflict (company_id, ticket_id) do update set
      option_id = ${optionId === undefined ? tx`b.option_id` : tx`excluded.option_id`},
      handed_at = ${handedAt === undefined ? tx`b.handed_at` : tx`excluded.handed_at`}`;
}

/** Counts a text that is being said now. */
export async function countSaid(tx: Tx, ticketId: number, kind: AutomaticKind, now: Date): Promise<void> {
  const once = JSON.stringify({ [kind]: { times: 1, at: now.toISOString() } });
  await tx`
    insert into app.ticket_bots as b (company_id, ticket_id, said) values (${tx.companyId}, ${ticketId}, ${once}::text::jsonb)
    on conflict (company_id, ticket_id) do update set said = b.said || jsonb_build_object(${kind}::text, jsonb_build_object(
      'times', coalesce((b.said -> ${kind}::text ->> 'times')::int, 0) + 1, 'at', ${now.toISOString()}::text))`;
}

/**
 * These options are about to go: a customer who stands at one is asked from the beginning of the queue's tree, not answered at
 * random.
 */
export async function loseOptions(tx: Tx, optionIds: readonly number[]): Promise<void> {
  await tx`
    update app.ticket_bots set option_id = null, said = said - 'option'
    where company_id = ${tx.companyId} and option_id = any (${optionIds as number[]}::bigint[])`;
}

/** People have the ticket: where the bot was in it is forgotten, what it said is not. */
export async function leaveToPeople(tx: Tx, { ticketId }: Happenings["leftToPeople"]): Promise<void> {
  await keepBot(tx, ticketId, { optionId: null, handedAt: null });
}

/** A new round begins, or a person took over: what was said is of the past. */
export async function endBot(tx: Tx, { ticketId }: Happenings["roundOver"]): Promise<void> {
  await tx`delete from app.ticket_bots where company_id = ${tx.companyId} and ticket_id = ${ticketId}`;
}
