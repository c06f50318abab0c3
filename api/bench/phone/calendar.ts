// Turning the calendar's page to a month of 2,000 planned messages: a desk's month and a phone's agenda, on a processor that is four times
// slower.
import type { Page } from "playwright-core";
import { BENCH_PASSWORD } from "../../../db/seed-bench.ts";
import { median, percentile } from "../setup/measure.ts";
import { ADMIN, COMPANY, type Setting } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { openPhone, signIn, SLOWER } from "./phone.ts";
import { EMAIL } from "./start.ts";

const PLANNED = 2_000;
/** Until the pages of a month have all come, ms. */
const ALL_HERE_MS = 5_000;
const ms = (value: number) => `${Math.round(value)} ms`;

const SIZES = [["calendar", 1440, 900], ["a phone's agenda", 390, 844]] as const;

export async function calendar(s: Setting): Promise<TableLine[]> {
  const what = (view: string) => `${view} of 2,000 messages, 4× CPU, from the press to its frame (p50 / p98)`;
  const phone = await openPhone(s);
  if (!phone) return [plain(what("calendar"), "no browser here", "–", null)];
  await s.sql`
    insert into app.schedules (company_id, user_id, contact_id, connection_id, body, send_at, timezone, wall_date, wall_time)
    select ${COMPANY}, ${ADMIN}, c.id, 1, 'Lembrete de retorno', at, 'America/Sao_Paulo', at::date, '09:00' from (
      select id, date_trunc('month', now()) + interval '1 month' + (row_number() over (order by id) % 28 * 24 + 12) * interval '1 hour' as at
      from app.contacts where company_id = ${COMPANY} and not is_group order by id limit ${PLANNED}) c`;
  try {
    const { page, close } = await phone.start({ slower: SLOWER });
    await signIn(page, EMAIL, BENCH_PASSWORD);
    const lines: TableLine[] = [];
    for (const [view, width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const times = await turning(page, s.quick ? 6 : 20);
      const [p50, p98] = [median(times), percentile(times, 0.98)];
      lines.push(plain(what(view), `${ms(p50)} / ${ms(p98)}`, "p50 ≤ 200 ms", p50 <= 200));
    }
    await close();
    return lines;
  } finally {
    await phone.close();
  }
}

/** How long each turn to the next month takes, ms. Its messages are there: what is measured is the drawing. */
async function turning(page: Page, turns: number): Promise<number[]> {
  await page.goto("/schedules");
  const [next, before] = [
    page.getByRole("button", { name: "Seguinte" }),
    page.getByRole("button", { name: "Anterior" }),
  ];
  await next.click();
  await page.locator("main [aria-haspopup=menu], main [draggable=true]").first().waitFor();
  await page.waitForTimeout(ALL_HERE_MS);
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await before.click();
    await page.waitForTimeout(500);
    await next.evaluate((button) => {
      const state = Object.assign(globalThis, { benchTook: 0 });
      button.addEventListener("click", () => {
        const began = performance.now();
        const look = new MutationObserver(() => {
          look.disconnect();
          requestAnimationFrame(() => setTimeout(() => state.benchTook = performance.now() - began));
        });
        look.observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
      }, { capture: true, once: true });
    });
    await next.click();
    await page.waitForFunction(() => (globalThis as unknown as { benchTook: number }).benchTook > 0);
    times.push(await page.evaluate(() => (globalThis as unknown as { benchTook: number }).benchTook));
  }
  return times;
}
