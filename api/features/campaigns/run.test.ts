import { expect, test } from "vitest";
import { asPlatform } from "../../../db/tenant.ts";
import { makeConnection } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { contactLists } from "../contact-lists/contract.ts";
import { contacts } from "../contacts/contract.ts";
import { optOuts } from "../opt-outs/contract.ts";
import { campaigns } from "./contract.ts";
import { freshNumber, inShop, sent, settleAll, shop, stand, started, tick } from "./testing-campaign.ts";

const stateOf = async (of: Awaited<ReturnType<typeof shop>>, id: number) => {
  const { status, pausedReason } = await of.admin.call(campaigns.show, { params: { id } });
  return [status, pausedReason];
};
const later = (seconds: number, from = new Date()) => new Date(from.getTime() + seconds * 1000);

test("everybody of a list gets one variant, once, in a ticket that nobody is bothered by, and the campaign ends", async () => {
  const of = await shop(3);
  const id = await started(of, { message3: "Olá, {nome} ({numero})" });
  await tick(of);
  const said = await sent(of);
  expect(said).toHaveLength(3);
  for (const [at, message] of said.entries()) {
    expect(["Oi, Zoé!", `Olá, Zoé ${at} (${of.numbers[at]})`]).toContain(message.body);
    expect(message).toMatchObject({ sendClass: 2, status: "waiting", connectionId: of.line });
  }
  const [tickets] = await inShop(
    of,
    (tx) => tx`select count(*) as n, bool_and(silent and status = 'closed') as silent from app.tickets`,
  );
  expect(tickets).toEqual({ n: 3, silent: true });
  await tick(of);
  expect(await stateOf(of, id)).toEqual(["EM_ANDAMENTO", ""]);
  await settleAll(of, 3);
  await tick(of);
  expect(await stateOf(of, id)).toEqual(["FINALIZADA", ""]);
  expect(await stand(of, id)).toEqual(Array(3).fill(["read", ""]));
  await tick(of);
  expect(await sent(of)).toHaveLength(3);
});

test("several processes at once write to nobody twice and forget nobody", async () => {
  const of = await shop(12);
  const id = await started(of);
  for (let n = 0; n < 6; n++) await Promise.all([tick(of), tick(of), tick(of)]);
  const keys = (await sent(of)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(12);
  expect(keys).toHaveLength(12);
  expect((await stand(of, id)).every(([status]) => status === "waiting")).toBe(true);
});

test("no more than the window waits on a line at once", async () => {
  const of = await shop(23);
  await started(of);
  await tick(of);
  await tick(of);
  expect(await sent(of)).toHaveLength(20);
  await settleAll(of);
  await tick(of, later(10));
  expect(await sent(of)).toHaveLength(23);
});

test("who must not get it is left out with the reason, and everybody else gets it", async () => {
  const of = await shop(6);
  const [out, blocked, talking, nobody, number] = of.numbers;
  await of.admin.call(optOuts.add, { body: { number: out! } });
  const { id: blockedId } = await of.admin.call(contacts.create, { body: { name: "Bia", number: blocked! } });
  await of.admin.call(contacts.block, { params: { id: blockedId }, body: { active: false } });
  const { id: talkingId } = await of.admin.call(contacts.create, { body: { name: "Caio", number: talking! } });
  await inShop(of, async (tx) => {
    await tx`insert into app.tickets (contact_id, connection_id, channel, status, user_id)
      values (${talkingId}, ${of.line}, 'whatsapp', 'open', ${of.admin.userId})`;
    await tx`update app.number_checks set identities = null where number = ${nobody!}`;
    // The same person under two numbers.
    const { 0: last } = await tx<
      { id: number }[]
    >`insert into app.contacts (name, number) values ('Duda', ${number!}) returning id`;
    for (const value of [number!, of.numbers[5]!]) {
      await tx`insert into app.contact_identities (kind, value, contact_id) values ('phone', ${value}, ${last!.id})`;
    }
  });
  const preview = await of.admin.call(campaigns.create, {
    body: { name: "Antes", message1: "Oi", whatsappId: of.line, contactListId: of.listId },
  }).then(({ id }) => of.admin.call(campaigns.preview, { params: { id } }));
  expect(preview).toMatchObject({ total: 6, send: 2 });
  expect(Object.fromEntries(preview.skipped.map(({ reason, count }) => [reason, count])))
    .toEqual({ optedout: 1, blocked: 1, inConversation: 1, noWhatsapp: 1 });
  const id = await started(of);
  await tick(of);
  expect((await stand(of, id)).sort()).toEqual([
    ["optedout", ""],
    ["skipped", "blocked"],
    ["skipped", "duplicate"],
    ["skipped", "inConversation"],
    ["skipped", "noWhatsapp"],
    ["waiting", ""],
  ]);
});

test("who opts out or is blocked while their message waits on the line does not get it", async () => {
  const of = await shop(3);
  await started(of);
  await tick(of);
  await of.admin.call(optOuts.add, { body: { number: of.numbers[0]! } });
  const [blocked] = await inShop(
    of,
    (tx) => tx<{ id: number }[]>`select id from app.contacts where number = ${of.numbers[1]!}`,
  );
  await of.admin.call(contacts.block, { params: { id: blocked!.id }, body: { active: false } });
  expect((await sent(of)).map(({ status }) => status)).toEqual(["failed", "failed", "waiting"]);
});

test("people in a conversation get it too where the campaign says so", async () => {
  const of = await shop(1);
  const { id: contactId } = await of.admin.call(contacts.create, { body: { name: "Caio", number: of.numbers[0]! } });
  await inShop(of, (tx) =>
    tx`insert into app.tickets (contact_id, connection_id, channel, status, user_id)
      values (${contactId}, ${of.line}, 'whatsapp', 'open', ${of.admin.userId})`);
  await started(of, { skipOpen: false });
  await tick(of);
  expect(await sent(of)).toHaveLength(1);
});

test("the interval lies between two messages of a line, and a turn that comes late makes up for nothing", async () => {
  const of = await shop(8, { messageInterval: 20, longerIntervalAfter: 5, greaterInterval: 60 });
  await started(of);
  const begin = new Date();
  const countAt = async (seconds: number) => {
    await tick(of, later(seconds, begin));
    return (await sent(of)).length;
  };
  const counts: number[] = [];
  for (const seconds of [0, 1, 19, 20, 40, 60, 80, 139, 140, 1000]) counts.push(await countAt(seconds));
  expect(counts).toEqual([1, 1, 1, 2, 3, 4, 5, 5, 6, 7]);
});

test("outside its hours a campaign waits with the reason, and goes on by itself", async () => {
  const of = await shop(1, { startHour: "09:00", endHour: "18:00" });
  const id = await started(of);
  await tick(of, new Date("2036-11-26T03:00:00-03:00"));
  expect(await stateOf(of, id)).toEqual(["EM_ANDAMENTO", "hours"]);
  expect(await sent(of)).toEqual([]);
  await tick(of, new Date("2036-11-26T09:00:00-03:00"));
  expect(await sent(of)).toHaveLength(1);
});

test("the day's limit counts all campaigns of a company, and the next day begins anew", async () => {
  const of = await shop(3, { dailyLimit: 2 });
  const id = await started(of);
  await tick(of);
  await settleAll(of);
  await tick(of);
  expect(await sent(of)).toHaveLength(2);
  expect(await stateOf(of, id)).toEqual(["EM_ANDAMENTO", "limit"]);
  await tick(of, later(24 * 3600));
  expect(await sent(of)).toHaveLength(3);
});

test("a line that is down pauses the campaign until it is back", async () => {
  const of = await shop(2);
  const setLine = (status: string) =>
    inShop(of, (tx) => tx`update app.connections set status = ${status} where id = ${of.line}`);
  await setLine("DISCONNECTED");
  const id = await started(of);
  await tick(of);
  expect(await stateOf(of, id)).toEqual(["EM_ANDAMENTO", "line"]);
  await setLine("CONNECTED");
  await tick(of);
  expect(await sent(of)).toHaveLength(2);
  expect(await stateOf(of, id)).toEqual(["EM_ANDAMENTO", ""]);
});

test("of several lines each contact keeps the one they know, and others take over what a dead line had not begun", async () => {
  const of = await shop(3);
  const second = await makeConnection(of.admin, "whatsapp");
  const known = async (number: string, line: number) => {
    const { id } = await of.admin.call(contacts.create, { body: { name: "Ana", number } });
    await inShop(
      of,
      (tx) =>
        tx`insert into app.tickets (contact_id, connection_id, channel, status) values (${id}, ${line}, 'whatsapp', 'closed')`,
    );
  };
  await known(of.numbers[0]!, second);
  await known(of.numbers[1]!, second);
  await inShop(of, (tx) => tx`update app.connections set status = 'DISCONNECTED' where id = ${second}`);
  const id = await started(of, { whatsappIds: [second] });
  await inShop(of, (tx) => tx`update app.connections set status = 'CONNECTED' where id = ${second}`);
  await inShop(
    of,
    (tx) =>
      tx`update app.campaign_lines set next_at = now() + interval '1 hour', fed = 0 where connection_id = ${of.line}`,
  );
  await tick(of);
  expect((await sent(of)).map(({ connectionId }) => connectionId)).toEqual([second, second, second]);
  expect((await of.admin.call(campaigns.show, { params: { id } })).whatsapps.map((line) => line.id)).toEqual([
    of.line,
    second,
  ]);
});

test("a dead line's people are the others'", async () => {
  const of = await shop(2);
  const second = await makeConnection(of.admin, "whatsapp");
  const { id: contactId } = await of.admin.call(contacts.create, { body: { name: "Ana", number: of.numbers[0]! } });
  await inShop(
    of,
    (tx) =>
      tx`insert into app.tickets (contact_id, connection_id, channel, status) values (${contactId}, ${second}, 'whatsapp', 'closed')`,
  );
  await started(of, { whatsappIds: [second] });
  await inShop(of, (tx) => tx`update app.connections set status = 'DISCONNECTED' where id = ${second}`);
  await tick(of);
  expect((await sent(of)).map(({ connectionId }) => connectionId)).toEqual([of.line, of.line]);
});

test("a time that passed while nothing ran starts the campaign as soon as something does", async () => {
  const of = await shop(1);
  const { id } = await of.admin.call(campaigns.create, {
    body: {
      ...{ name: "Natal", message1: "Oi", whatsappId: of.line, contactListId: of.listId },
      scheduledAt: later(7200).toISOString(),
    },
  });
  await tick(of);
  expect(await stateOf(of, id)).toEqual(["PROGRAMADA", ""]);
  await expect(of.admin.call(contactLists.remove, { params: { id: of.listId } })).rejects.toMatchObject({
    code: "ERR_IN_USE",
  });
  await inShop(of, (tx) => tx`update app.campaigns set scheduled_at = now() - interval '2 days'`);
  await tick(of);
  expect(await sent(of)).toHaveLength(1);
});

test("a company whose plan has no campaigns any more sends nothing", async () => {
  const of = await shop(1);
  const id = await started(of);
  await asPlatform((tx) =>
    tx`update app.companies set due_at = now() - interval '1 day' where id = ${of.admin.companyId}`
  );
  await tick(of);
  expect(await sent(of)).toEqual([]);
  expect(await inShop(of, (tx) => tx`select paused_reason from app.campaigns where id = ${id}`)).toMatchObject([{
    paused_reason: "plan",
  }]);
});

test("a stopped campaign takes back what waits, and goes on with those alone who have not got it", async () => {
  const of = await shop(4);
  const id = await started(of);
  await tick(of);
  await inShop(of, async (tx) => {
    await tx`delete from app.messages_held where message_id in (select id from app.messages where from_me order by id limit 1)`;
    await tx`update app.messages set status = 'sent', ack = 2 where id in (select id from app.messages where from_me order by id limit 1)`;
  });
  await of.admin.call(campaigns.cancel, { params: { id } });
  expect((await stand(of, id)).map(([status]) => status).sort()).toEqual([
    "cancelled",
    "cancelled",
    "cancelled",
    "delivered",
  ]);
  expect((await sent(of)).filter(({ status }) => status === "waiting")).toEqual([]);
  await tick(of);
  expect(await sent(of)).toHaveLength(4);
  await of.admin.call(campaigns.restart, { params: { id } });
  await tick(of);
  const waiting = (await sent(of)).filter(({ status }) => status === "waiting");
  expect(waiting).toHaveLength(3);
  await settleAll(of);
  await tick(of);
  expect(await stateOf(of, id)).toEqual(["FINALIZADA", ""]);
});

test("a stopped campaign takes back a file together with the text that follows it, and restarted sends both", async () => {
  const of = await shop(1);
  const id = await started(of);
  await inShop(of, async (tx) => {
    await tx`insert into app.media (id, kind, mime_type, bytes) values ('som', 'audio', 'audio/mpeg', 9)`;
    await tx`update app.campaigns set media_id = 'som' where id = ${id}`;
  });
  const waiting = async () => (await sent(of)).filter(({ status }) => status === "waiting").map(({ body }) => body);
  await tick(of);
  expect(await waiting()).toEqual(["", "Oi, Zoé!"]);
  await of.admin.call(campaigns.cancel, { params: { id } });
  expect(await waiting()).toEqual([]);
  await of.admin.call(campaigns.restart, { params: { id } });
  await tick(of);
  expect(await waiting()).toEqual(["", "Oi, Zoé!"]);
  expect((await stand(of, id)).map(([status]) => status)).toEqual(["waiting"]);
});

test("a tag's contacts without a number are reached where the channel knows them", async () => {
  const of = await shop(0);
  const page = await makeConnection(of.admin, "webchat");
  const { contactId } = await customerWrites(of.admin, { connectionId: page, from: "visitante" });
  const [tag] = await inShop(
    of,
    (tx) => tx<{ id: number }[]>`insert into app.tags (name, color) values ('VIP', '#112233') returning id`,
  );
  await inShop(of, (tx) => tx`insert into app.contact_tags (contact_id, tag_id) values (${contactId}, ${tag!.id})`);
  await of.admin.call(contacts.create, { body: { name: "Só número", number: freshNumber(), tags: [tag!.id] } });
  const id = await started({ ...of, line: page }, { contactListId: null, tagListId: tag!.id });
  await tick(of);
  expect((await stand(of, id)).sort()).toEqual([["skipped", "reach"], ["waiting", ""]]);
});

test("what did not leave within the hours, or while the subscription had ended, goes once in the next, its text after its file too", async () => {
  const of = await shop(2);
  const id = await started(of);
  await tick(of);
  const first = await sent(of);
  const [, second] = await inShop(
    of,
    (tx) => tx<{ id: number }[]>`select id from app.messages where key like 'campaign:%' order by id`,
  );
  await inShop(of, async (tx) => {
    await tx`update app.messages set status = 'failed', error = 'ERR_OUTSIDE_HOURS' where key = ${first[0]!.key}`;
    await tx`update app.messages set status = 'failed', error = 'ERR_SUBSCRIPTION_EXPIRED' where key = ${
      first[1]!.key
    }`;
    await tx`insert into app.messages (ticket_id, contact_id, connection_id, from_me, body, key, status, send_class)
      select ticket_id, contact_id, connection_id, true, 'texto', key || ':text', 'waiting', 2 from app.messages where id = ${
      second!.id
    }`;
  });
  await tick(of);
  await tick(of);
  const keys = (await sent(of)).filter(({ status }) => status === "waiting").map(({ key }) => key);
  expect(keys).toEqual(first.map(({ key }) => key));
  await settleAll(of);
  await tick(of);
  expect(await stand(of, id)).toEqual(Array(2).fill(["sent", ""]));
});

test("a line gets no more than its own pace lets leave within the hours, and says so; a message says until when it may leave", async () => {
  const of = await shop(12, { startHour: "09:00", endHour: "18:00" });
  const id = await started(of);
  await tick(of, new Date("2026-11-25T17:00:00-03:00"));
  // A number of its first day writes to ten people, of whom a campaign leaves two to others.
  expect(await sent(of)).toHaveLength(8);
  expect(await stateOf(of, id)).toEqual(["EM_ANDAMENTO", "pace"]);
  const until = await inShop(of, (tx) => tx`select distinct data ->> 'until' as at from app.messages where from_me`);
  expect([...until]).toEqual([{ at: "2026-11-25T21:00:00.000Z" }]);
  await settleAll(of);
  await tick(of, new Date("2026-11-26T17:30:00-03:00"));
  expect((await sent(of)).length).toBeGreaterThan(8);
});
