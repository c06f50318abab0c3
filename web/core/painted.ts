/** A page that draws nothing is not waited for longer, ms. */
const AT_LATEST_MS = 100;

/** Resolves when the frame that is being made is on screen. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    setTimeout(resolve, AT_LATEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
