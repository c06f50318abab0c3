// A short tremble under the finger, where the device has one and the person wants movement.

const patterns = { threshold: 10, longPress: 15, start: 20, cancel: [15, 40, 15], send: 10 } as const;
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Trembles for what just happened; silent with reduced motion, where there is no motor, and before the first touch. */
export function haptic(what: keyof typeof patterns): void {
  if (still?.matches || !navigator.userActivation?.hasBeenActive) return;
  const pattern = patterns[what];
  navigator.vibrate?.(typeof pattern === "number" ? pattern : [...pattern]);
}
