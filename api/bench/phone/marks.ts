// What runs in the page to take the times: the browser's own performance entries and the frame after something appeared.
import type { Page } from "playwright-core";

export interface Marks {
  /** ms since navigation when the first ticket row was painted. */
  rows?: number;
  /** ms since navigation when the newest message of the conversation was painted. */
  message?: number;
  /** End of the last long task so far, and how much of all of them was over 50 ms. */
  quietAt: number;
  blocked: number;
  shifts: number;
  paint?: number;
  largest?: number;
}

/** Installs the observers before anything of the page runs. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marks = { quietAt: 0, blocked: 0, shifts: 0 } as unknown as Marks;
    Object.assign(globalThis, { benchMarks: marks });
    const afterPaint = (done: () => void) => requestAnimationFrame(() => setTimeout(done));
    const look = new MutationObserver(() => {
      if (marks.rows === undefined && document.querySelector("[data-row]")) {
        marks.rows = -1;
        afterPaint(() => marks.rows = performance.now());
      }
      if (marks.message === undefined && document.querySelector("[data-message]")) {
        marks.message = -1;
        afterPaint(() => marks.message = performance.now());
      }
    });
    look.observe(document, { childList: true, subtree: true });
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe("longtask", (entry) => {
      marks.quietAt = entry.startTime + entry.duration;
      marks.blocked += entry.duration - 50;
    });
    observe("layout-shift", (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) marks.shifts += shift.value;
    });
    observe("paint", (entry) => {
      if (entry.name === "first-contentful-paint") marks.paint = entry.startTime;
    });
    observe("largest-contentful-paint", (entry) => marks.largest = entry.startTime);
  });
}

/** What was taken so far. */
export const readMarks = (page: Page): Promise<Marks> =>
  page.evaluate(() => (globalThis as unknown as { benchMarks: Marks }).benchMarks);

/** Durations of frames, ms, while `work` goes on. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    const state = Object.assign(globalThis, { benchFrames: frames, benchOn: true }) as unknown as { benchOn: boolean };
    let last = performance.now();
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      if (state.benchOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  return await page.evaluate(() => {
    const state = globalThis as unknown as { benchFrames: number[]; benchOn: boolean };
    state.benchOn = false;
    return state.benchFrames.slice(1);
  });
}
