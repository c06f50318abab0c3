/** Seconds as `1:05`. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.round(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
