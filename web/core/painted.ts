/** A page that draws nothing, or is never idle, is not waited for longer, ms. */
const AT_LATEST_MS = 100;

/** Resolves when the frame that is being made is on screen, and nothing more urgent is left to do. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    setTimeout(resolve, AT_LATEST_MS);
    requestAnimationFrame(() =>
      "requestIdleCallback" in globalThis ? requestIdleCallback(() => resolve()) : setTimeout(resolve)
    );
  });
