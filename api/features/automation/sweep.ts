// Does what has come due by time. Every process may sweep at once: each ticket is decided again under its lock, so a thing is
// done once.
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { log } from "../../core/log.ts";
import { companyValues, platformValues } from "../settings/actions.ts";
import { type TicketRow } from "../tickets/queries.ts";
import { endTicket, sayIn } from "../tickets/actions/end.ts";
import { applyChange, writeLog } from "../tickets/actions/apply.ts";
import { lock } from "../tickets/queries.ts";
import { keepBot } from "./actions/bot.ts";
import { decideTimed, type TimedDeed, type TimedFacts } from "./timed.ts";
import { type Due, dueTickets, factsOf, nextPerson } from "./timed-facts.ts";
import { wordsOf } from "../../contract/words/bot-words.ts";

const BATCH = 500;
/** One turn over everything that is due; answers how many things were done. `companyId` sweeps one company only. */
export async function sweepTimed(now = new Date(), companyId: number | null = null): Promise<number> {
  let done = 0;
  let last: Due = { companyId: 0, id: 0 };
  const expireHours = await asPlatform(async (tx) => Number((await platformValues(tx)).ticketExpireHours));
  for (;;) {
    const due = await asPlatform((tx) => dueTickets(tx, { now, expireHours, last, size: BATCH, companyId }));
    for (const [company, ids] of Map.groupBy(due, (one) => one.companyId)) {
      done += await sweepTickets(company, ids.map(({ id }) => id), expireHours, now);
    }
    if (due.length < BATCH) return done;
    last = due.at(-1)!;
  }
}

/** Looks at a company's tickets without locks first: most of what may be due is not. */
async function sweepTickets(companyId: number, ids: number[], expireHours: number, now: Date): Promise<number> {
  const facts = await withTenant({ companyId }, (tx) => factsOf(tx, ids, now), { read: true });
  let done = 0;
  for (const one of facts.filter((each) => decideTimed(each, expireHours, now))) {
    try {
      if (await withTenant({ companyId }, (tx) => settle(tx, one.id, expireHours, now))) done++;
    } catch (error) {
      log.warn("what is due for a ticket failed and will be tried again", { companyId, ticketId: one.id, error });
    }
  }
  return done;
}

/** Decides again, now that nobody else moves the ticket, and does it. */
async function settle(tx: Tx, id: number, expireHours: number, now: Date): Promise<boolean> {
  const ticket = await lock(tx, id);
  const [facts] = ticket ? await factsOf(tx, [id], now) : [];
  const deed = facts ? decideTimed(facts, expireHours, now) : null;
  return ticket && facts && deed ? await deeds[deed](tx, ticket, facts, now) : false;
}

type Deed = (tx: Tx, ticket: TicketRow, facts: TimedFacts, now: Date) => Promise<boolean>;
const deeds: Record<TimedDeed, Deed> = { warn, expire, close, leaveUntagged, endRating, redirect, hand, release };

async function warn(tx: Tx, ticket: TicketRow, { inactiveText: text }: TimedFacts, now: Date): Promise<boolean> {
  await sayIn(tx, ticket, { kind: "inactive", text, now });
  return true;
}

async function expire(tx: Tx, ticket: TicketRow, { expiredText: text }: TimedFacts, now: Date): Promise<boolean> {
  await endTicket(tx, ticket, { log: "autoClose", say: { kind: "expired", text, now } });
  return true;
}

async function close(tx: Tx, ticket: TicketRow): Promise<boolean> {
  await endTicket(tx, ticket, { log: "autoClose" });
  return true;
}

/** It would be closed, had its contact a tag: the log says why it is not. */
async function leaveUntagged(tx: Tx, { id, queueId }: TicketRow): Promise<boolean> {
  await writeLog(tx, id, [{ type: "tagRequired", queueId }]);
  return true;
}

/** Nobody rated: the farewell that waited for the answer, and the end. */
async function endRating(tx: Tx, ticket: TicketRow): Promise<boolean> {
  await endTicket(tx, ticket, { log: "closed", say: "farewell" });
  return true;
}

async function redirect(tx: Tx, ticket: TicketRow, { redirectQueueId: queueId }: TimedFacts): Promise<boolean> {
  await applyChange(tx, ticket, { queueId, isBot: false }, [{ type: "redirect", queueId }]);
  await keepBot(tx, ticket.id, { optionId: null });
  return true;
}

/** Its person did not accept it, or has left: it waits for anybody. */
async function release(tx: Tx, ticket: TicketRow): Promise<boolean> {
  await applyChange(tx, ticket, { userId: null }, [{ type: "pending", queueId: ticket.queueId }]);
  await keepBot(tx, ticket.id, { handedAt: null });
  return true;
}

/** The ticket stays waiting, now for one person. Nobody is there: it stays as it is. */
async function hand(tx: Tx, ticket: TicketRow, { said, connected }: TimedFacts, now: Date): Promise<boolean> {
  const { queueId, isGroup } = ticket;
  const userId = queueId === null ? null : await nextPerson(tx, { queueId, userId: ticket.userId, isGroup }, now);
  if (userId === null) return false;
  await applyChange(tx, ticket, { userId, isBot: false }, [{ type: "redirect", userId, queueId }]);
  await keepBot(tx, ticket.id, { optionId: null, handedAt: now });
  if (said.wait || !connected) return true;
  const { sendGreetingMessageOneQueues, botLanguage } = await companyValues(tx);
  if (sendGreetingMessageOneQueues === "enabled") {
    await sayIn(tx, ticket, { kind: "wait", text: wordsOf(botLanguage).wait, now });
  }
  return true;
}
