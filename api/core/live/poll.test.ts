// What the stream asks each second about the companies that listen, in a database of its own: the test holds a table still.
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { signal } from "../../contract/event.ts";
import { asPlatform, platform, withTenant } from "../../../db/tenant.ts";
import { readBearer, whoIs } from "../access/auth.ts";
import { type Person, someone, testApp } from "../testing/api.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { framesOf, has } from "../testing/stream.ts";
import { emit, everybody } from "./emit.ts";

const said = signal("company-{id}-said", z.object({ word: z.string() }));
const meOf = async (person: Person) => await whoIs(await readBearer(`Bearer ${person.token}`));

beforeAll(ownDatabase);

test("a stream that opens while the companies are asked about is not ended by an answer that does not know it", async () => {
  const [known, late] = [await meOf(await someone()), await meOf(await someone())];
  const { stream } = await testApp();
  const until = Date.now() / 1000 + 60;
  const first = await stream.open(known, until, null);
  let opened: ReadableStream<Uint8Array> | null = null;
  await asPlatform(async (tx) => {
    await tx`lock table app.companies in access exclusive mode`;
    const asking = () =>
      platform()`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%event_heads%'`;
    await expect.poll(async () => (await asking()).length).toBeGreaterThan(0);
    opened = await stream.open(late, until, null);
  });
  const heard = framesOf(opened!, has(`company-${late.companyId}-said`));
  // The answer that was held back has been dealt with once the next one is asked for.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await withTenant(late, (tx) => Promise.resolve(emit(tx, said, everybody, { word: "ação" })));
  expect((await heard).at(-1)).toMatchObject({ name: `company-${late.companyId}-said`, data: { word: "ação" } });
  await first.cancel();
});
