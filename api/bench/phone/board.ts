// A board of 3,000 cards in twelve lanes on a desk whose processor is four times slower: opened from the menu, and a card dragged over it.
import type { Page } from "playwright-core";
import { BENCH_PASSWORD } from "../../../db/seed-bench.ts";
import { median } from "../setup/measure.ts";
import { COMPANY, type Setting } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { framesDuring } from "./marks.ts";
import { openPhone, signIn, SLOWER } from "./phone.ts";
import { EMAIL } from "./start.ts";

const CARDS = 3_000;
const LANES = 12;
const ms = (value: number) => `${Math.round(value)} ms`;

/** Puts as many contacts' newest tickets into the lanes of a board, as of today: what ran before may have closed some. */
async function deal(s: Setting): Promise<void> {
  await s.sql`
    insert into app.boards (company_id, name) select ${COMPANY}, 'Kanban'
    where not exists (select 1 from app.boards where company_id = ${COMPANY})`;
  await s.sql`
    insert into app.tags (company_id, name, color, kanban, position, board_id)
    select ${COMPANY}, 'Etapa ' || n, '#2563eb', true, n, (select id from app.boards where company_id = ${COMPANY} order by position, id limit 1)
    from generate_series(1, ${LANES}::int) n on conflict do nothing`;
  await s.sql`
    with lanes as (select id, board_id, row_number() over (order by position) as n from app.tags where company_id = ${COMPANY} and name like 'Etapa %'),
      today as (
        update app.tickets set updated_at = now(), status = case when status = 'pending' then status else 'open' end
        where company_id = ${COMPANY} and id in (
          select max(id) from app.tickets where company_id = ${COMPANY} and not is_group group by contact_id
          order by 1 desc limit ${CARDS})
        returning id),
      dealt as (select id, row_number() over (order by id) % ${LANES} + 1 as n from today)
    insert into app.ticket_tags (company_id, ticket_id, tag_id, board_id)
    select ${COMPANY}, dealt.id, lanes.id, lanes.board_id from dealt join lanes using (n) on conflict do nothing`;
}

/** Presses the menu's entry; ms until the first cards are painted, and until every card is counted. */
async function open(page: Page): Promise<{ first: number; whole: number }> {
  const link = page.locator("a[href='/kanban']").first();
  await link.evaluate((link, cards) => {
    const state = Object.assign(globalThis, { benchFirst: 0, benchWhole: 0 });
    link.addEventListener("click", () => {
      const began = performance.now();
      const look = new MutationObserver(() => {
        const counted = [...document.querySelectorAll("section > header")]
          .reduce((sum, head) => sum + Number(head.lastElementChild?.textContent?.replace(/\D/g, "") ?? 0), 0);
        if (document.querySelector("[data-card]") && !state.benchFirst) {
          state.benchFirst = -1;
          requestAnimationFrame(() => setTimeout(() => state.benchFirst = performance.now() - began));
        }
        if (counted < cards || !document.querySelector("[data-card]")) return;
        look.disconnect();
        requestAnimationFrame(() => setTimeout(() => state.benchWhole = performance.now() - began));
      });
      look.observe(document.body, { childList: true, subtree: true, characterData: true });
    }, { capture: true, once: true });
  }, CARDS);
  await link.click();
  await page.waitForFunction(() => (globalThis as unknown as { benchWhole: number }).benchWhole > 0, undefined, {
    timeout: 60_000,
  });
  return await page.evaluate(() => {
    const { benchFirst: first, benchWhole: whole } = globalThis as unknown as Record<string, number>;
    return { first: first!, whole: whole! };
  });
}

export async function board(s: Setting): Promise<TableLine[]> {
  const what = `a board of ${CARDS.toLocaleString("en")} cards in ${LANES} lanes, 4× CPU`;
  const phone = await openPhone(s);
  if (!phone) return [plain(what, "no browser here", "–", null)];
  await deal(s);
  try {
    const { page, close } = await phone.start({ slower: SLOWER });
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, EMAIL, BENCH_PASSWORD);
    const opened: { first: number; whole: number }[] = [];
    for (let turn = 0; turn < (s.quick ? 3 : 7); turn++) {
      opened.push(await open(page));
      await page.locator("a[href='/tickets']").first().click();
      await page.locator("[data-row]").first().waitFor();
      await page.waitForTimeout(1_000);
    }
    await open(page);
    await page.waitForTimeout(2_000);
    const from = (await page.locator("[data-card]").first().boundingBox())!;
    await page.mouse.move(from.x + 60, from.y + 30);
    await page.mouse.down();
    const frames = await framesDuring(page, async () => {
      // Across the lanes and to the board's edge, where it rolls on, and back.
      for (const x of [300, 900, 1_425, 1_425, 700, 80]) {
        await page.mouse.move(x, 500, { steps: s.quick ? 20 : 60 });
      }
    });
    await page.mouse.up();
    await close();
    const [cold, ...warm] = opened;
    const again = median(warm.map(({ whole }) => whole));
    const share = frames.filter((frame) => frame < 50).length / frames.length;
    return [
      plain(
        `${what}: from the press to its first cards, to all, with nothing of it on the device`,
        `${ms(cold!.first)}, ${ms(cold!.whole)}`,
        "–",
        true,
      ),
      plain(`${what}: from the press to all its cards, again`, ms(again), "p50 ≤ 1 s", again <= 1_000),
      plain(
        `${what}, a card dragged over it: frames under 50 ms (slowest of ${frames.length})`,
        `${(share * 100).toFixed(1)} %, ${ms(Math.max(...frames))}`,
        "≥ 99 %",
        share >= 0.99,
      ),
    ];
  } finally {
    await phone.close();
  }
}
