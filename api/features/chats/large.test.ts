// A chat of a hundred people in which ten thousand messages were said.
import { expect, test } from "vitest";
import { MESSAGES_PAGE } from "../../contract/limits.ts";
import { someone } from "../../core/testing/api.ts";
import { platform, withTenant } from "../../../db/tenant.ts";
import { chats } from "./contract.ts";

const PEOPLE = 100;
const SAID = 10_000;
const AT_ONCE = 100;

test("a chat of 100 people keeps 10,000 messages in order, with many said at once, and tells all of them", async () => {
  const ana = await someone({ profile: "admin" });
  const speakers = [ana];
  while (speakers.length < 5) speakers.push(await someone({ colleagueOf: ana }));
  const within = <T>(run: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: ana.companyId }, run);
  const others = await within((tx) =>
    tx<{ id: number }[]>`
      insert into app.users (name, email, password)
      select 'Colega ' || n, gen_random_uuid() || '@equipe.local', '' from generate_series(1, ${
      PEOPLE - speakers.length
    }::int) n
      returning id`
  );
  const people = [...speakers.slice(1).map(({ userId }) => userId), ...others.map(({ id }) => id)];
  const { id } = await ana.call(chats.create, { body: { title: "Todos", users: people } });
  const params = { id };
  await within(async (tx) => {
    await tx`
      insert into app.chat_messages (chat_id, position, sender_id, key, fingerprint, body)
      select ${id}, n, ${ana.userId}, 'antes-' || n, '', 'nº ' || n from generate_series(1, ${SAID - AT_ONCE}::int) n`;
    await tx`update app.chats set last_position = ${SAID - AT_ONCE} where id = ${id}`;
  });
  // As the server does by itself within a minute of so many new rows.
  await platform()`analyze app.chat_messages`;
  await Promise.all(
    Array.from(
      { length: AT_ONCE },
      (_, n) => speakers[n % speakers.length]!.call(chats.send, { params, body: { message: `agora ${n}` } }),
    ),
  );
  const found: number[] = [];
  for (let pageNumber = 1, more = true; more; pageNumber++) {
    const page = await speakers[1]!.call(chats.messages, { params, query: { pageNumber } });
    expect(page.count).toBe(SAID);
    found.unshift(...page.records.map(({ position }) => position));
    more = page.hasMore;
  }
  expect(found).toEqual(Array.from({ length: SAID }, (_, at) => at + 1));
  const [told] = await within((tx) =>
    tx<{ events: number; everybody: boolean }[]>`
      select count(*)::int as events, bool_and(cardinality(audience) = ${PEOPLE}) as everybody
      from app.events where name = ${`company-${ana.companyId}-chat-${id}`}`
  );
  expect(told).toEqual({ events: AT_ONCE, everybody: true });
  const first = await ana.call(chats.messages, { params, query: { pageNumber: SAID / MESSAGES_PAGE } });
  expect(first.records[0]).toMatchObject({ message: "nº 1", position: 1 });
});
