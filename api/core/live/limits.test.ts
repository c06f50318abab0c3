// How many streams one has, and what is counted of them.
import { expect, test } from "vitest";
import { STREAMS_PER_PERSON } from "../../contract/limits.ts";
import { withTenant } from "../../../db/tenant.ts";
import { metrics } from "../metrics.ts";
import { type Person, someone } from "../testing/api.ts";
import { has, readFrames } from "../testing/stream.ts";

const opened = async (person: Person, signal: AbortSignal) => {
  const { body } = await person.fetch("/api/events", { signal });
  const reader = body!.getReader();
  await reader.read();
  return reader;
};
/** Whether a stream has ended by the time everybody was told something. */
const hears = async (reader: ReadableStreamDefaultReader<Uint8Array>) => !(await reader.read()).done;

test("one stream more than a person may have ends their oldest, and nobody else's", async () => {
  const person = await someone();
  const colleague = await someone({ colleagueOf: person });
  const stop = new AbortController();
  const other = await opened(colleague, stop.signal);
  const own = [];
  for (let n = 0; n <= STREAMS_PER_PERSON; n++) own.push(await opened(person, stop.signal));
  await withTenant({ companyId: person.companyId }, (tx) => {
    tx.events.push({ name: "test", audience: ["company"], except: null, payload: {} });
    return Promise.resolve();
  });
  const heard = await Promise.all(own.map(hears));
  expect(heard).toEqual([false, ...Array.from({ length: STREAMS_PER_PERSON }, () => true)]);
  expect(await hears(other)).toBe(true);
  stop.abort();
});

test("events that were written and clients that had to start anew are counted", async () => {
  const person = await someone();
  const value = async (metric: { get(): Promise<{ values: { value: number }[] }> }) =>
    (await metric.get()).values[0]!.value;
  const before = [await value(metrics.events), await value(metrics.resets)];
  await withTenant({ companyId: person.companyId }, (tx) => {
    for (let n = 0; n < 3; n++) tx.events.push({ name: "test", audience: ["company"], except: null, payload: {} });
    return Promise.resolve();
  });
  await readFrames(person, { cursor: "0000beef.0" }, has("test", 3));
  await readFrames(person, { cursor: "deadbeef.1" }, has("reset"));
  expect([await value(metrics.events), await value(metrics.resets)]).toEqual([before[0]! + 3, before[1]! + 1]);
});
