import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type KeptRecords,
  MAX_AGE_MS,
  MAX_CONTACTS,
  MAX_IMAGE_BYTES,
  MAX_MESSAGES,
  MAX_TICKETS,
  MEDIA_BYTES,
  mediaBudget,
  planLeaving,
  worthKeeping,
} from "./budget.ts";

const NOW = Date.UTC(2026, 10, 20);
const id = fc.integer({ min: 1, max: 5000 });
const when = fc.oneof(fc.constant(0), fc.integer({ min: NOW - 2 * MAX_AGE_MS, max: NOW }));
const kept: fc.Arbitrary<KeptRecords> = fc.record({
  tickets: fc.uniqueArray(fc.record({ id, usedAt: when, movedAt: when }), { selector: (t) => t.id, maxLength: 60 }),
  conversations: fc.uniqueArray(
    fc.record({ id, usedAt: when, newestAt: when, count: fc.integer({ min: 0, max: 40 }) }),
    { selector: (c) => c.id, maxLength: 60 },
  ),
  contacts: fc.uniqueArray(id, { maxLength: 50 }),
  media: fc.uniqueArray(
    fc.record({ path: fc.string(), usedAt: when, bytes: fc.integer({ min: 1, max: 300_000 }) }),
    { selector: (m) => m.path, maxLength: 40 },
  ),
});

test("trimming keeps within the budget and drops no record that would have fitted", () => {
  fc.assert(fc.property(kept, fc.integer({ min: 0, max: 2_000_000 }), (all, bytes) => {
    const plan = planLeaving(all, bytes, NOW);
    const stay = all.media.filter(({ path }) => !plan.media.includes(path));
    const weight = stay.reduce((sum, file) => sum + file.bytes, 0);
    expect(weight).toBeLessThanOrEqual(bytes);
    const gone = all.media.filter(({ path }) => plan.media.includes(path));
    // With the last dropped record it was too much. And no kept record was used earlier than a dropped one.
    if (gone.length > 0) {
      const last = gone.toSorted((a, b) => a.usedAt - b.usedAt || (a.path < b.path ? -1 : 1)).at(-1)!;
      expect(weight + last.bytes).toBeGreaterThan(bytes);
      expect(stay.every((file) => file.usedAt >= last.usedAt)).toBe(true);
    }
    const talks = all.conversations.filter((one) => !plan.conversations.includes(one.id));
    expect(talks.every(({ newestAt }) => NOW - newestAt <= MAX_AGE_MS)).toBe(true);
    expect(new Set(plan.conversations).size).toBe(plan.conversations.length);
  }));
});

test("the least recently opened tickets leave with their conversations when there are more than 2,000", () => {
  const tickets = Array.from({ length: MAX_TICKETS + 3 }, (_, i) => ({ id: i + 1, usedAt: 0, movedAt: NOW - i }));
  // The one that moved longest ago was opened today; the three before it were not.
  tickets.at(-1)!.usedAt = NOW;
  const conversations = tickets.map((one) => ({ id: one.id, usedAt: one.usedAt, newestAt: NOW, count: 1 }));
  const plan = planLeaving({ tickets, conversations, contacts: [], media: [] }, 0, NOW);
  expect(plan.tickets.toSorted()).toEqual([MAX_TICKETS, MAX_TICKETS + 1, MAX_TICKETS + 2]);
  expect(plan.conversations.toSorted()).toEqual(plan.tickets.toSorted());
});

test("whole conversations leave, those never opened first, when there are more than 20,000 messages", () => {
  const full = MAX_MESSAGES / 40;
  const conversations = Array.from({ length: full + 2 }, (_, i) => ({
    id: i + 1,
    usedAt: i < 2 ? NOW : 0,
    newestAt: NOW - i * 1000,
    count: 40,
  }));
  const plan = planLeaving({ tickets: [], conversations, contacts: [], media: [] }, 0, NOW);
  expect(plan.conversations).toEqual([full + 2, full + 1]);
  const people = Array.from({ length: MAX_CONTACTS + 1 }, (_, i) => i + 1);
  expect(planLeaving({ tickets: [], conversations: [], contacts: people, media: [] }, 0, NOW).contacts).toEqual([1]);
});

test("files take the rest of the granted disk, and never more than the budget", () => {
  expect(mediaBudget(true, 0, {})).toBe(MEDIA_BYTES.phone);
  expect(mediaBudget(false, 0, { usage: 1e6, quota: 1e12 })).toBe(MEDIA_BYTES.desk);
  // 100 MB granted, 70 used, 30 of it by files: 80 may be used, so files may weigh 40.
  expect(mediaBudget(false, 30e6, { usage: 70e6, quota: 100e6 })).toBe(40e6);
  expect(mediaBudget(false, 10e6, { usage: 99e6, quota: 100e6 })).toBe(0);
});

test("small pictures and voice notes are worth keeping, nothing else is", () => {
  expect([worthKeeping("image/jpeg", MAX_IMAGE_BYTES), worthKeeping("image/jpeg", MAX_IMAGE_BYTES + 1)]).toEqual([
    true,
    false,
  ]);
  expect(worthKeeping("audio/ogg", 90_000)).toBe(true);
  expect([worthKeeping("video/mp4", 10), worthKeeping("application/pdf", 10)]).toEqual([false, false]);
});
