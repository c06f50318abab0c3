// Runs work that can wait for the first screen.

/** The first screen's own requests are under way by then, ms. */
const NOT_BEFORE_MS = 100;
/** The work runs after this time, ms, when the page is never idle. */
const AT_LATEST_MS = 1000;
/** Pause before files that failed to load are tried again, ms. */
const AGAIN_MS = 10_000;

/** Resolves when the page has nothing else to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) =>
    setTimeout(() => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
      else resolve();
    }, NOT_BEFORE_MS)
  );

/** Runs something once, when the page has nothing else to do; again later if it fails. */
export function whenIdle(work: () => Promise<unknown>): void {
  void idle().then(work).catch(() => setTimeout(() => whenIdle(work), AGAIN_MS));
}
