// The gestures of a day: opening, typing, scrolling, and a message that arrives.
import type { Page } from "playwright-core";
import { BENCH_PASSWORD } from "../../../db/seed-bench.ts";
import { median, percentile } from "../setup/measure.ts";
import type { Setting } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { openTeller, type Teller } from "./events.ts";
import { framesDuring } from "./marks.ts";
import { openPhone, type Phone, signIn, SLOWER } from "./phone.ts";
import { EMAIL, fill } from "./start.ts";

/** Events a second while somebody types. */
const RAIN = 46;
const ms = (value: number) => `${Math.round(value)} ms`;
const none = (what: string) => [plain(what, "no browser here", "–", null)];
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function onPhone(s: Setting, what: string, work: (phone: Phone) => Promise<TableLine[]>): Promise<TableLine[]> {
  const phone = await openPhone(s);
  if (!phone) return none(what);
  try {
    return await work(phone);
  } finally {
    await phone.close();
  }
}

/**
 * From the finger's release on a kept ticket to the frame that shows its messages, without a network: the browser's own time between
 * the press and the frame that answers it, where the messages were in the page before that; else to the frame after they were.
 */
export const openTickets = (s: Setting): Promise<TableLine[]> =>
  onPhone(s, "opening a kept ticket", async (phone) => {
    await fill(phone);
    phone.wire.cut();
    const { page, close } = await phone.start({ slower: SLOWER });
    await page.goto("/tickets", { waitUntil: "commit" });
    await page.locator("[data-row]").first().waitFor();
    await pause(3000);
    await page.evaluate(() => {
      const state = Object.assign(globalThis, { benchPressed: [] as PerformanceEntry[] });
      new PerformanceObserver((list) => state.benchPressed.push(...list.getEntriesByName("click")))
        .observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    });
    const times: number[] = [];
    for (let i = 0; i < (s.quick ? 16 : 40); i++) {
      const row = page.locator("[data-row]").nth(i % 8);
      await row.waitFor();
      await row.evaluate((link) => {
        const state = Object.assign(globalThis, { benchTook: 0 }) as unknown as {
          benchTook: number;
          benchPressed: PerformanceEntry[];
        };
        link.addEventListener("click", ({ timeStamp }) => {
          const look = new MutationObserver(() => {
            if (!document.querySelector("[data-message]")) return;
            look.disconnect();
            const here = performance.now();
            requestAnimationFrame(() =>
              setTimeout(() => {
                const after = performance.now();
                setTimeout(() => {
                  const press = state.benchPressed.find(({ startTime }) => startTime === timeStamp);
                  const answered = press && press.startTime + press.duration;
                  state.benchTook = (answered && answered > here ? answered : after) - timeStamp;
                }, 200);
              })
            );
          });
          look.observe(document, { childList: true, subtree: true });
        }, { capture: true, once: true });
      });
      await row.tap();
      await page.waitForFunction(() => (globalThis as unknown as { benchTook: number }).benchTook > 0);
      times.push(await page.evaluate(() => (globalThis as unknown as { benchTook: number }).benchTook));
      await page.goBack();
      await pause(400);
    }
    await page.locator("[data-row]").first().tap();
    await page.locator("[data-message]").first().waitFor();
    await pause(2000);
    const floor = median(await drawnAgain(page));
    await close();
    const [p50, p98] = [median(times), percentile(times, 0.98)];
    return [
      plain(
        "opening a kept ticket, 4× CPU (p50 / p98)",
        `${ms(p50)} / ${ms(p98)}`,
        "p50 ≤ 100 ms",
        p50 <= 100,
        ms(floor),
        `${(p50 / floor).toFixed(2)}×`,
      ),
    ];
  });

/** The floor of opening: how long the browser alone takes to make the page's elements anew and show them, ms to the frame, ten times. The page is spoilt by it. */
async function drawnAgain(page: Page): Promise<number[]> {
  return await page.evaluate(async () => {
    const root = document.querySelector("main")!;
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    const took: number[] = [];
    for (let round = 0; round < 10; round++) {
      const shown = [...root.childNodes];
      root.replaceChildren();
      await frame();
      await frame();
      const began = performance.now();
      root.replaceChildren(...shown.map((node) => node.cloneNode(true)));
      await frame();
      took.push(performance.now() - began);
    }
    return took;
  });
}

/**
 * Typing an answer while events arrive as fast as in a large company, half of them in this conversation; the floor is the same without events. From
 * each key to the frame with its letter. (Chromium's own event timing counts on until the box grows by a line, whatever is on screen.)
 */
export const typing = (s: Setting): Promise<TableLine[]> =>
  onPhone(s, "typing while events arrive", async (phone) => {
    const { page, close } = await phone.start({ slower: SLOWER });
    await signIn(page, EMAIL, BENCH_PASSWORD);
    const teller = await openMine(s, page);
    const box = page.getByRole("textbox", { name: /^Mensagem para/ });
    await box.waitFor();
    await box.tap();
    await pause(1500);
    await page.evaluate(() => {
      const state = Object.assign(globalThis, { benchKeys: [] as number[] });
      addEventListener("keydown", ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => state.benchKeys.push(performance.now() - timeStamp)));
      }, { capture: true });
    });
    const type = async () => {
      await box.fill("");
      await page.evaluate(() => void ((globalThis as unknown as { benchKeys: number[] }).benchKeys.length = 0));
      await page.keyboard.type("Bom dia! Já vejo o seu pedido e respondo em um instante.".repeat(s.quick ? 1 : 3), {
        delay: 90,
      });
      await pause(500);
      return await page.evaluate(() => (globalThis as unknown as { benchKeys: number[] }).benchKeys);
    };
    const quiet = percentile(await type(), 0.98);
    const stop = teller.rain(RAIN);
    const took = await type();
    stop();
    const text = await box.inputValue();
    const heard = await page.getByText(/^Chegou mais uma/).count() > 0;
    await teller.close();
    await close();
    const late = percentile(took, 0.98);
    const whole = text.startsWith("Bom dia! Já vejo") && !/\n/.test(text);
    return [
      plain(
        `typing while ${RAIN} events/s arrive, 4× CPU: from the key to its frame (p98)`,
        ms(late),
        "< 200 ms",
        heard && whole && late < 200,
        `${ms(quiet)} without events`,
        `${(late / quiet).toFixed(2)}×`,
      ),
    ];
  });

/** Frames while a finger flings through a long list and a long conversation, at full speed of this machine. */
export const scrolling = (s: Setting): Promise<TableLine[]> =>
  onPhone(s, "scrolling", async (phone) => {
    const teller = await openTeller(s);
    const long = await teller.longConversation(5_000);
    const { page, devtools, close } = await phone.start();
    await signIn(page, EMAIL, BENCH_PASSWORD);
    await page.getByRole("tab", { name: /Resolvidos/ }).tap();
    const found: TableLine[] = [];
    const measure = async (what: string, selector: string, wanted: number, up: boolean) => {
      await page.locator(selector).waitFor();
      const pixels = await load(page, selector, wanted, up);
      if (pixels < wanted * rowPx(up)) throw new Error(`${what}: only ${pixels} px were loaded`);
      await page.locator(selector).evaluate((area) => {
        const state = Object.assign(globalThis, { benchMoved: 0 });
        area.scrollTop = area.scrollHeight / 2;
        const from = area.scrollTop;
        area.addEventListener("scroll", () => {
          state.benchMoved = Math.max(state.benchMoved, Math.abs(area.scrollTop - from));
        });
      });
      await pause(500);
      const frames = await framesDuring(page, async () => {
        for (const way of [1, -1, 1, -1]) {
          await devtools.send("Input.synthesizeScrollGesture", {
            x: 195,
            y: 420,
            yDistance: way * (up ? 6000 : -6000),
            speed: 4000,
            gestureSourceType: "mouse",
          });
        }
      });
      const moved = await page.evaluate(() => (globalThis as unknown as { benchMoved: number }).benchMoved);
      if (moved < 4000) throw new Error(`${what}: the finger moved it by ${moved} px only`);
      const share = frames.filter((frame) => frame < 50).length / frames.length;
      found.push(plain(
        `${what}: frames under 50 ms (slowest of ${frames.length})`,
        `${(share * 100).toFixed(1)} %, ${ms(Math.max(...frames))}`,
        "≥ 99 %",
        share >= 0.99,
      ));
    };
    await measure("scrolling a list of 10,000 tickets", "[role=feed]", s.quick ? 2_000 : 10_000, false);
    await page.goto(`/tickets/${long}`);
    await measure("scrolling a conversation of 5,000 messages", "[role=log]", s.quick ? 1_000 : 5_000, true);
    await teller.close();
    await close();
    return found;
  });

/** Pulls pages in by going to the end again and again, until the list is long enough. */
async function load(page: Page, selector: string, wanted: number, up: boolean): Promise<number> {
  return await page.evaluate(async ({ selector, least, up }) => {
    const area = document.querySelector(selector)!;
    // A conversation stays at its end until a hand moves it.
    area.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
    for (let turn = 0; turn < 2000 && area.scrollHeight < least; turn++) {
      area.scrollTop = up ? 0 : area.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    return area.scrollHeight;
  }, { selector, least: wanted * rowPx(up), up });
}
/** What a row takes at least: a ticket exactly, a message of one line. */
const rowPx = (message: boolean) => message ? 40 : 72;

/** From the event in the database to the frame that shows it, beside what a bare stream client needs for the same event. */
export const pixels = (s: Setting): Promise<TableLine[]> =>
  onPhone(s, "event to pixel", async (phone) => {
    const { page, close } = await phone.start({ slower: SLOWER });
    await signIn(page, EMAIL, BENCH_PASSWORD);
    const teller = await openMine(s, page);
    await page.locator("[data-message]").first().waitFor();
    await pause(2000);
    await page.evaluate(() => {
      const seen = Object.assign(globalThis, { benchSeen: {} as Record<string, number> }).benchSeen;
      new MutationObserver(() => {
        for (const node of document.querySelectorAll("[data-message]")) {
          const mark = /marca-\d+/.exec(node.textContent ?? "")?.[0];
          if (!mark || seen[mark]) continue;
          seen[mark] = -1;
          requestAnimationFrame(() => setTimeout(() => seen[mark] = Date.now()));
        }
      }).observe(document, { childList: true, subtree: true });
    });
    const late: number[] = [];
    for (let i = 0; i < (s.quick ? 15 : 40); i++) {
      const mark = `marca-${i}`;
      const heard = await teller.say(mark);
      await page.waitForFunction(
        (mark) => (globalThis as unknown as { benchSeen: Record<string, number> }).benchSeen[mark]! > 0,
        mark,
      );
      const seen = await page.evaluate(
        (mark) => (globalThis as unknown as { benchSeen: Record<string, number> }).benchSeen[mark]!,
        mark,
      );
      late.push(seen - heard);
      await pause(150);
    }
    await teller.close();
    await close();
    const [p50, p98] = [median(late), percentile(late, 0.98)];
    return [
      plain(
        "event to pixel over the stream's own delay, 4× CPU (p50 / p98)",
        `${ms(p50)} / ${ms(p98)}`,
        "p50 < 150 ms",
        p50 < 150,
      ),
    ];
  });

async function openMine(s: Setting, page: Page): Promise<Teller> {
  const teller = await openTeller(s);
  await page.goto(`/tickets/${teller.uuid}`);
  return teller;
}
