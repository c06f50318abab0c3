/** A page that draws nothing, or is never idle, is not waited for longer, ms. */
const AT_LATEST_MS = 100;

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

/** Resolves when the frame that is being made is on screen, and nothing more urgent is left to do. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    setTimeout(resolve, AT_LATEST_MS);
    afterFrame(() => "requestIdleCallback" in globalThis ? requestIdleCallback(() => resolve()) : resolve());
  });
