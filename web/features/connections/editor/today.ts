/** Today on this device, `YYYY-MM-DD`. */
import { serverNow } from "../../../core/clock.ts";

export function today(): string {
  const now = new Date(serverNow());
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
