import { formatNumber } from "./format.ts";

/** Minutes as people say them: `45 min`, `2 h 05`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  return `${formatNumber(Math.floor(whole / 60))} h ${String(whole % 60).padStart(2, "0")}`;
}
