// Runs work that can wait for the first screen.
import { queryClient } from "../answers/query-client.ts";

/** Pause between two looks whether its answers are there, ms. */
const LOOK_MS = 50;
/** Longest wait for them, ms: whatever else the app does must not depend on one slow answer. */
const ANSWERED_WITHIN_MS = 4_000;
/** A page that is never free is taken to be so after this time, ms. */
const AT_LATEST_MS = 1000;
/** Pause before files that failed to load are tried again, ms. */
const AGAIN_MS = 10_000;

/** Calls back when the page has nothing else to do. */
function whenFree(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: AT_LATEST_MS });
  else setTimeout(work, AT_LATEST_MS / 10);
}

const { promise: answered, resolve: hasAnswers } = Promise.withResolvers<void>();

/** The first screen is being drawn: what waits for it runs when it has its answers, for which it has the network to itself. */
export function firstScreenBegins(): void {
  const latest = Date.now() + ANSWERED_WITHIN_MS;
  // One that has failed is tried again: without a network there is nothing to wait for.
  const onTheWay = () => queryClient.isFetching({ predicate: ({ state }) => state.fetchFailureCount === 0 }) > 0;
  const look = () => {
    if (onTheWay() && Date.now() < latest) setTimeout(look, LOOK_MS);
    else hasAnswers();
  };
  whenFree(look);
}

/** Resolves when the first screen has its answers and the page has nothing else to do. */
export const idle = (): Promise<void> => answered.then(() => new Promise(whenFree));

/**
 * Does something once, when the page has nothing else to do; again later, until it succeeds. Resolves with what that answers. Of a file that was
 * missed the browser says the same again until the page is loaded anew: asked for once more, it brings that about (`app-files/stale-files.ts`).
 */
export async function whenIdle<T>(work: () => Promise<T>): Promise<T> {
  while (true) {
    await idle();
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
