// What other features need of plans.
import { must } from "../../contract/errors.ts";
import { allFlags } from "../../contract/plans.ts";
import type { PlatformTx } from "../../../db/tenant.ts";
import type { Plan } from "./contract.ts";
import * as queries from "./queries.ts";

export type { PlanRow } from "./queries.ts";

/** The contract's plan: every flag written out, a missing one is on. */
export function describePlan({ flags, ...plan }: queries.PlanRow): Plan {
  return { ...plan, ...allFlags(flags) };
}

/** One plan by its id. */
export function planById(tx: PlatformTx, id: number): Promise<queries.PlanRow | undefined> {
  return queries.byId(tx, id);
}

/** A plan that allows everything, for an installation's own company. */
export async function makePlan(tx: PlatformTx, name: string): Promise<number> {
  const fields = { name, users: 1000, connections: 1000, queues: 1000, amount: 0, isPublic: true, flags: {} };
  return must(await queries.insert(tx, fields), "ERR_DUPLICATED_NAME");
}
