// A feature's rules for one of its lists, by which live events find their place in it without a refetch.
import type { Call, Endpoint } from "../../../api/contract/endpoint.ts";
import type { LiveEvent } from "../../../api/contract/event.ts";
import type { RecordOf } from "../store/records.ts";

export interface ListRules<R, C> {
  /** True if the record belongs to the list this call asked for. Without it an unknown record makes the list stale. */
  belongs?: (record: R, call: C) => boolean;
  /** Order of the list. Without it changed records stay where they are and new ones come first. */
  sort?: (a: R, b: R, call: C) => number;
  /** `backward`: pages come newest first while each page is oldest first (a conversation). `sort` is then oldest first. */
  pages?: "forward" | "backward";
  /** Events about other records (a contact inside a ticket): answers the changed record, or the same one. */
  related?: (record: R, event: LiveEvent, payload: unknown) => R;
}

type AnyRules = ListRules<Record<string, unknown>, Record<string, unknown>>;
const registry = new Map<Endpoint, AnyRules>();

/** Registers how live events change one list. Called from a feature's `startup.ts`. */
export function liveList<E extends Endpoint>(endpoint: E, rules: ListRules<RecordOf<E>, Call<E>>): void {
  registry.set(endpoint, rules as unknown as AnyRules);
}

/** The rules of a list, empty when none were registered. */
export function rulesOf(endpoint: Endpoint): AnyRules {
  return registry.get(endpoint) ?? {};
}
