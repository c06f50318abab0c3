// When the outbox is looked at next.

/** One alarm. */
export interface Alarm {
  /** Rings in so many ms, or earlier where that was asked for before; `hurry` stays until it has rung. */
  set(after: number, hurry?: boolean): void;
  /** Rings no more, until it is set anew. */
  stop(): void;
}

/** An alarm that calls `ring`, and says whether anybody was in a hurry. Whoever sets it later never puts off who set it before. */
export function alarm(ring: (hurry: boolean) => void): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let at = Infinity;
  let hurried = false;
  const stop = () => {
    clearTimeout(timer);
    at = Infinity;
    hurried = false;
  };
  return {
    stop,
    set(after, hurry = false) {
      hurried ||= hurry;
      const time = performance.now() + after;
      if (time >= at) return;
      clearTimeout(timer);
      at = time;
      timer = setTimeout(() => {
        const hurries = hurried;
        stop();
        ring(hurries);
      }, after);
    },
  };
}
