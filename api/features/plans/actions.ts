// What other features need of plans.
import { planFlags } from "../../contract/plans.ts";
import type { Plan } from "./contract.ts";

/** A plan as stored: only flags that are off are written down (spec 2 §3: all default true). */
export interface PlanRow {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  amount: number;
  isPublic: boolean;
  flags: Record<string, boolean>;
}

/** The contract's plan: every flag written out, a missing one is on. */
export function describePlan({ flags, ...plan }: PlanRow): Plan {
  const all = Object.fromEntries(planFlags.map((flag) => [flag, flags[flag] !== false]));
  return { ...plan, ...all } as Plan;
}
