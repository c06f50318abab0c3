// Whether this is a moment to ask if the device may ring: never again after an answer, not before "not now" has rested.
import type { Me } from "../../../api/features/session/contract.ts";
import { readChoice } from "./choice.ts";
import { facts, obstacle } from "./platform.ts";

/** True where the question makes sense and has not been answered. */
export function mayAsk(me: Me, now = Date.now()): boolean {
  const { rings, restUntil = 0 } = readChoice(me);
  if (rings !== undefined || now < restUntil) return false;
  const hindered = obstacle(facts());
  return hindered === "install" || (hindered === null && Notification.permission !== "denied");
}
