// Ready: the database answers. A process that is stopping is not.
import { platform } from "../../db/tenant.ts";

let stopping = false;
/** From now on /readyz is red, so that balancers look elsewhere. */
export function markStopping(): void {
  stopping = true;
}
/** Whether this process can serve; waits at most two seconds for the database. */
export async function isReady(): Promise<boolean> {
  if (stopping) return false;
  try {
    const slow = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("slow")), 2_000));
    await Promise.race([platform()`select 1`, slow]);
    return true;
  } catch {
    return false;
  }
}
