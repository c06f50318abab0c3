// What need not be done before a frame is on screen, and would make it late.

/** Longest wait, ms: a window that is covered makes frames seldom. */
const AT_LATEST_MS = 1000;
let waiting: Set<() => void> | null = null;

/** Runs something once the frame that is being made is on screen, together with all else that waits for it. Answers what forgets it. */
export function afterFrame(run: () => void): () => void {
  if (!waiting) {
    const all = waiting = new Set();
    requestAnimationFrame(() => {
      waiting = null;
      setTimeout(() => all.forEach((one) => one()));
    });
  }
  const mine = waiting;
  mine.add(run);
  return () => mine.delete(run);
}

/** Resolves when the frame that is being made is on screen; at once where nobody sees it. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.document?.visibilityState !== "visible") return resolve();
    setTimeout(resolve, AT_LATEST_MS);
    afterFrame(resolve);
  });
