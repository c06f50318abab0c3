import fc from "fast-check";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Endpoint, endpoint } from "../../api/contract/endpoint.ts";
import { changes, type LiveEvent } from "../../api/contract/event.ts";
import { applyEvent, kinship } from "./events/apply.ts";
import { liveList } from "./events/lists.ts";
import { flatten, type Pages, type Row } from "./store/records.ts";

const Item = z.object({ id: z.number(), rank: z.number(), shelf: z.number() });
type Item = z.infer<typeof Item>;
const changed = changes("company-{id}-item", "item", "itemId", Item);
const query = z.object({ shelf: z.number(), pageNumber: z.number().optional() });
const response = z.object({ items: z.array(Item), hasMore: z.boolean(), count: z.number() });
const list = (path: string) =>
  endpoint({ method: "GET", path, summary: "", access: "user", live: [changed], query, response });
const forward = list("/forward");
const backward = list("/backward");
const byRank = (a: Item, b: Item) => a.rank - b.rank || a.id - b.id;
const belongs = (item: Item, call: { query?: { shelf: number } }) => item.shelf === call.query?.shelf;
liveList(forward, { belongs, sort: byRank });
liveList(backward, { belongs, sort: byRank, pages: "backward" });

const SIZE = 4;
const call = { query: { shelf: 1 } };

/** The server's answer, in its order. */
function fresh(items: readonly Item[], newestFirst: boolean): Item[] {
  const sorted = items.filter((item) => item.shelf === 1).sort(byRank);
  return newestFirst ? sorted.reverse() : sorted;
}
function fetched(items: readonly Item[], pages: number, newestFirst: boolean): Pages {
  const all = fresh(items, newestFirst);
  const result: Pages = { pages: [], pageParams: [] };
  for (let page = 0; page < pages && (page === 0 || page * SIZE < all.length); page++) {
    const part = all.slice(page * SIZE, (page + 1) * SIZE);
    const hasMore = all.length > (page + 1) * SIZE;
    result.pages.push({ items: newestFirst ? part.reverse() : part, hasMore, count: all.length });
    result.pageParams.push(page + 1);
  }
  return result;
}
const inOrder = (data: Pages, newestFirst: boolean) =>
  newestFirst ? data.pages.flatMap((page) => [...page.items as Row[]].reverse()) : flatten(data);

const item = (id: fc.Arbitrary<number>) =>
  fc.record({ id, rank: fc.integer({ min: 0, max: 9 }), shelf: fc.integer({ min: 1, max: 2 }) });
const world = fc.uniqueArray(item(fc.integer({ min: 1, max: 30 })), { selector: (entry) => entry.id, maxLength: 20 });

for (const [name, target, newestFirst] of [["a list", forward, false], ["a conversation", backward, true]] as const) {
  test(`${name} that was cached, and an event, is the list a fetch would answer`, () => {
    fc.assert(
      fc.property(
        world,
        item(fc.integer({ min: 1, max: 40 })),
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        (before, next, gone, pages) => {
          const known = before.some((entry) => entry.id === next.id);
          const after = [...before.filter((entry) => entry.id !== next.id), ...(gone ? [] : [next])];
          const payload = gone
            ? { action: "delete", itemId: next.id }
            : { action: known ? "update" : "create", item: next };
          const cached = fetched(before, pages, newestFirst);
          const { data, stale } = applyEvent(target, call, cached, changed, payload);
          if (stale) return;
          const rows = inOrder(data as Pages, newestFirst);
          const truth = fresh(after, newestFirst);
          const complete = !cached.pages.at(-1)?.hasMore;
          expect(rows).toEqual(complete ? truth : truth.slice(0, rows.length));
          expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
          if (complete) expect((data as Pages).pages[0]?.count).toBe(truth.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
}

test("a list without rules is patched when it holds the record, and refetched when only the server can tell", () => {
  const plain = list("/plain");
  const data = fetched([{ id: 1, rank: 1, shelf: 1 }], 1, false);
  const patched = applyEvent(plain, call, data, changed, { action: "update", item: { id: 1, rank: 7, shelf: 1 } });
  expect(flatten(patched.data as Pages)).toEqual([{ id: 1, rank: 7, shelf: 1 }]);
  expect(patched.stale).toBe(false);
  const unknown = applyEvent(plain, call, data, changed, { action: "create", item: { id: 2, rank: 7, shelf: 1 } });
  expect(unknown).toEqual({ data, stale: true });
});

const root = new URL("../../api/features/", import.meta.url);
const modules = await Promise.all(
  readdirSync(root).map((name) => import(new URL(`${name}/contract.ts`, root).href).catch(() => ({}))),
);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;
const live = modules.flatMap((module) => Object.values(module as object))
  .flatMap((group) => typeof group === "object" && group !== null ? Object.values(group) : [])
  .filter(isEndpoint).filter((entry) => entry.live?.length);

const recordOf = (id: number, rows: string) => ({
  pages: [{ [rows]: [{ id, kept: true }], hasMore: false, count: 1 }],
  pageParams: [1],
});
const payloadOf = (event: LiveEvent, action: string, id: number) =>
  action === "delete"
    ? { action, [event.recordId ?? ""]: id }
    : { action, [event.record ?? ""]: { id, touched: true } };

test("the contract has live lists", () => expect(live.length).toBeGreaterThan(5));

test.each(live.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  "%s follows its events",
  (_, entry) => {
    for (const event of entry.live ?? []) {
      const cached = recordOf(1, "rows");
      const updated = applyEvent(entry, {}, cached, event, payloadOf(event, "update", 1));
      const deleted = applyEvent(entry, {}, cached, event, payloadOf(event, "delete", 1));
      if (kinship(entry, event) === "other") {
        // A record of another kind never lands in the list, even when the ids are equal.
        expect(JSON.stringify(updated.data)).not.toContain("touched");
        expect(flatten(deleted.data as Pages)).toHaveLength(1);
        continue;
      }
      expect(
        updated.stale || JSON.stringify(updated.data).includes("touched") ||
          flatten(updated.data as Pages).length === 0,
      ).toBe(true);
      expect(flatten(deleted.data as Pages)).toHaveLength(0);
    }
  },
);
