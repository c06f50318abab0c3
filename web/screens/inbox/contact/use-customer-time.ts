import { otherZone } from "../../../core/words/customer-time.ts";
import { formatTimeIn } from "../../../core/words/format.ts";
import { useNow } from "../../../core/page/use-now.ts";

const EVERY_MS = 15_000;

/** `09:41` where the customer is, `sáb. 23:41` if it is another day there; null where it is the time here, or nobody knows. */
export function useCustomerTime(number: string): string | null {
  const now = useNow(EVERY_MS);
  const zone = otherZone(number, now);
  return zone && formatTimeIn(zone, now);
}
