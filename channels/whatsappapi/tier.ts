// Reads how many people a day Meta lets a number write to first.
import { z } from "zod";
import type { Host } from "../sdk/mod.ts";
import type { Graph } from "../meta/graph.ts";
import { odd } from "../meta/tolerant.ts";

const Limit = z.object({ messaging_limit_tier: odd(z.string()) });

/** A tier's name as the notice `tier` says it: `TIER_250` is 250, `TIER_10K` 10000; null for a name we do not know. */
export function peopleOf(tier: string | undefined): string | null {
  if (tier === "TIER_UNLIMITED") return "unlimited";
  const [, count, thousands] = /^TIER_(\d{1,6})(K?)$/.exec(tier ?? "") ?? [];
  return count ? String(Number(count) * (thousands ? 1_000 : 1)) : null;
}

/** Asks Meta and tells the host. A refusal, or a version of the API without the field, says nothing: the lowest tier stays. */
export async function tellTier(graph: Graph, host: Host, phoneNumberId: string): Promise<void> {
  try {
    const found = await graph.call(Limit, { path: phoneNumberId, query: { fields: "messaging_limit_tier" } });
    const detail = peopleOf(found.messaging_limit_tier);
    if (detail) await host.receive({ kind: "notice", at: host.clock.now(), what: "tier", detail });
  } catch (error) {
    host.log.debug("the tier of a number is not told", { error: String(error) });
  }
}
