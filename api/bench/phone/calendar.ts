// Turning the calendar's page to a month of 2,000 planned messages, on a desk whose processor is four times slower.
import { BENCH_PASSWORD } from "../../../db/seed-bench.ts";
import { median, percentile } from "../setup/measure.ts";
import { ADMIN, COMPANY, type Setting } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { openPhone, signIn, SLOWER } from "./phone.ts";
import { EMAIL } from "./start.ts";

const PLANNED = 2_000;
const ms = (value: number) => `${Math.round(value)} ms`;

export async function calendar(s: Setting): Promise<TableLine[]> {
  const what = "calendar of 2,000 messages, 4× CPU, from the press to its frame (p50 / p98)";
  const phone = await openPhone(s);
  if (!phone) return [plain(what, "no browser here", "–", null)];
  await s.sql`
    insert into app.schedules (company_id, user_id, contact_id, connection_id, body, send_at, timezone, wall_date, wall_time)
    select ${COMPANY}, ${ADMIN}, c.id, 1, 'Lembrete de retorno', at, 'America/Sao_Paulo', at::date, '09:00' from (
      select id, date_trunc('month', now()) + interval '1 month' + (row_number() over (order by id) % 28 * 24 + 12) * interval '1 hour' as at
      from app.contacts where company_id = ${COMPANY} and not is_group order by id limit ${PLANNED}) c`;
  try {
    const { page, close } = await phone.start({ slower: SLOWER });
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, EMAIL, BENCH_PASSWORD);
    await page.goto("/schedules");
    const [next, before] = [
      page.getByRole("button", { name: "Seguinte" }),
      page.getByRole("button", { name: "Anterior" }),
    ];
    // Once to bring the month's messages: what is measured is the drawing.
    await next.click();
    await page.getByText("Lembrete", { exact: false }).or(page.getByText(/mais \d+/)).first().waitFor();
    const times: number[] = [];
    for (let turn = 0; turn < (s.quick ? 6 : 20); turn++) {
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
    await close();
    const [p50, p98] = [median(times), percentile(times, 0.98)];
    return [plain(what, `${ms(p50)} / ${ms(p98)}`, "p50 ≤ 200 ms", p50 <= 200)];
  } finally {
    await phone.close();
  }
}
