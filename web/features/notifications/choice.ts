// What this person decided about ringing on this device. Per person: the next one to sign in decides for themselves.
import type { Me } from "../../../api/features/session/contract.ts";

export interface Choice {
  /** Undefined until the person was asked. */
  rings?: boolean;
  /** "Not now" rests until then, ms. */
  restUntil?: number;
  /** The address the server was last told. */
  endpoint?: string;
}
const keyOf = (me: Pick<Me, "id" | "companyId">) => `recado.ring.${me.companyId}.${me.id}`;

/** What was decided here so far. */
export function readChoice(me: Pick<Me, "id" | "companyId">): Choice {
  try {
    return JSON.parse(localStorage.getItem(keyOf(me)) ?? "{}") as Choice;
  } catch {
    return {};
  }
}

/** Keeps a decision; what is left out stays. */
export function writeChoice(me: Pick<Me, "id" | "companyId">, part: Choice): void {
  localStorage.setItem(keyOf(me), JSON.stringify({ ...readChoice(me), ...part }));
}
