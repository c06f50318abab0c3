// Notices at once that a stream must be dead: the device slept, the network changed, the page came back. A socket does not tell,
// and without this the app would wait for 45 seconds of silence.

/** A page hidden for longer may have been frozen, ms. */
const HIDDEN_MS = 30_000;
const TICK_MS = 5_000;
/** A timer this late means that the device slept, ms. */
const SLEPT_MS = 15_000;

/** True when a timer that was to fire `TICK_MS` after `before` fires at `now`: nobody ran in between. */
export const slept = (before: number, now: number): boolean => now - before > SLEPT_MS;

/** Calls `check` whenever the connection must be looked at. Answers a function that stops it. */
export function watchAwake(check: () => void): () => void {
  let hiddenAt = document.visibilityState === "hidden" ? Date.now() : 0;
  let ticked = Date.now();
  const onVisibility = () => {
    if (document.visibilityState === "hidden") {
      hiddenAt = Date.now();
      return;
    }
    if (hiddenAt > 0 && Date.now() - hiddenAt > HIDDEN_MS) check();
    hiddenAt = 0;
  };
  const onShow = (e: PageTransitionEvent) => e.persisted && check();
  const timer = setInterval(() => {
    const before = ticked;
    ticked = Date.now();
    // Hidden tabs tick once a minute by design: coming back is looked at above.
    if (document.visibilityState === "visible" && hiddenAt === 0 && slept(before, ticked)) check();
  }, TICK_MS);
  const connection = (navigator as { connection?: EventTarget }).connection;
  addEventListener("online", check);
  addEventListener("pageshow", onShow);
  document.addEventListener("visibilitychange", onVisibility);
  connection?.addEventListener("change", check);
  return () => {
    clearInterval(timer);
    removeEventListener("online", check);
    removeEventListener("pageshow", onShow);
    document.removeEventListener("visibilitychange", onVisibility);
    connection?.removeEventListener("change", check);
  };
}
