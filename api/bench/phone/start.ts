// Starts: the installed app without a network, and the very first visit on a slow one.
import { BENCH_PASSWORD } from "../../../db/seed-bench.ts";
import { median } from "../setup/measure.ts";
import type { Setting } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { readMarks, watchPage } from "./marks.ts";
import { openPhone, type Phone, signIn, SLOWER } from "./phone.ts";

export const EMAIL = "bench01@bench.local";
const TICKETS = 500;
const MESSAGES = 20_000;
const FILL_MS = 180_000;
const SETTLE_MS = 2_500;
const ms = (value: number) => `${Math.round(value)} ms`;
const none = (what: string) => [plain(what, "no browser here", "–", null)];

/** How much the device keeps, read from its database. */
async function kept(phone: Awaited<ReturnType<Phone["start"]>>): Promise<{ tickets: number; messages: number }> {
  return await phone.page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? "").find((one) => /^recado-\d+-\d+$/.test(one));
    if (!name) return { tickets: 0, messages: 0 };
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as T[]);
      });
    const conversations = await all<{ messages: unknown[] }>("conversations");
    const tickets = (await all("tickets")).length;
    db.close();
    return { tickets, messages: conversations.reduce((sum, one) => sum + one.messages.length, 0) };
  });
}

/** Signs in and waits until the device holds what the bars speak of, and the worker the app. */
export async function fill(phone: Phone): Promise<{ tickets: number; messages: number }> {
  const started = await phone.start();
  await signIn(started.page, EMAIL, BENCH_PASSWORD);
  await started.page.evaluate(async () => void await navigator.serviceWorker.ready);
  const end = performance.now() + FILL_MS;
  let found = await kept(started);
  while ((found.tickets < TICKETS || found.messages < MESSAGES) && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const next = await kept(started);
    if (next.messages === found.messages && next.messages > 0 && performance.now() > end - FILL_MS / 2) break;
    found = next;
  }
  await started.close();
  return found;
}

/** From the icon to a list that answers, without a network, four times slower. */
export async function coldStart(s: Setting): Promise<TableLine[]> {
  const phone = await openPhone(s);
  if (!phone) return none("cold start offline");
  try {
    const found = await fill(phone);
    phone.wire.cut();
    const rows: number[] = [];
    const interactive: number[] = [];
    const blocked: number[] = [];
    for (let round = 0; round < (s.quick ? 3 : 7); round++) {
      const { page, close } = await phone.start({ slower: SLOWER });
      await watchPage(page);
      await page.goto("/tickets", { waitUntil: "commit" });
      await page.locator("[data-row]").first().waitFor({ timeout: 20_000 });
      await page.waitForTimeout(SETTLE_MS);
      const marks = await readMarks(page);
      rows.push(marks.rows ?? Infinity);
      // Interactive once nothing long runs any more that began before the rows were there or right after.
      interactive.push(Math.max(marks.rows ?? Infinity, marks.quietAt));
      blocked.push(marks.blocked);
      await close();
    }
    const size = `${found.tickets} tickets, ${found.messages} messages kept`;
    return [
      plain(`cold start offline, 4× CPU, ${size}: rows painted`, ms(median(rows)), "–", null),
      plain("cold start offline: list interactive", ms(median(interactive)), "≤ 1000 ms", median(interactive) <= 1000),
      plain("cold start offline: blocked over 50 ms", ms(median(blocked)), "–", null),
    ];
  } finally {
    await phone.close();
  }
}

/** A device that has never seen the app, on a slow 4G, signed in: until the list is usable. */
export async function firstVisit(s: Setting): Promise<TableLine[]> {
  const usable: number[] = [];
  const shifts: number[] = [];
  const largest: number[] = [];
  const paints: number[] = [];
  for (let round = 0; round < (s.quick ? 2 : 5); round++) {
    const phone = await openPhone(s);
    if (!phone) return none("first visit");
    try {
      const first = await phone.start();
      await signIn(first.page, EMAIL, BENCH_PASSWORD);
      const state = await first.context.storageState();
      await first.close();
      const fresh = await openPhone(s);
      if (!fresh) return none("first visit");
      try {
        const { page, context, close } = await fresh.start({ slower: SLOWER, slow4G: true });
        await context.addCookies(state.cookies);
        const stored = state.origins.flatMap((origin) => origin.localStorage);
        await page.addInitScript((entries) => {
          for (const { name, value } of entries) if (/token|recado.me/.test(name)) localStorage.setItem(name, value);
        }, stored);
        await watchPage(page);
        await page.goto("/tickets", { waitUntil: "commit" });
        await page.locator("[data-row]").first().waitFor({ timeout: 30_000 });
        await page.waitForTimeout(SETTLE_MS);
        const marks = await readMarks(page);
        const quiet = marks.quietAt < (marks.rows ?? 0) + 1000 ? marks.quietAt : 0;
        usable.push(Math.max(marks.rows ?? Infinity, quiet));
        shifts.push(marks.shifts);
        largest.push(marks.largest ?? NaN);
        paints.push(marks.paint ?? NaN);
        await close();
      } finally {
        await fresh.close();
      }
    } finally {
      await phone.close();
    }
  }
  return [
    plain("first visit, slow 4G, 4× CPU: inbox usable", ms(median(usable)), "≤ 3500 ms", median(usable) <= 3500),
    plain(
      "first visit: first, largest paint",
      `${ms(median(paints))}, ${ms(median(largest))}`,
      "aim 1500, 2200 ms",
      null,
    ),
    plain("first visit: layout shift", median(shifts).toFixed(3), "< 0.05", median(shifts) < 0.05),
  ];
}
