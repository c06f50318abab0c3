// What a company can choose at the checkout, and what it costs (docs/product/billing.md#price). Money is counted in cents.
import type { Answer } from "../../../../api/contract/endpoint.ts";
import { CUSTOM_PLAN, customCents } from "../../../../api/contract/rules/billing.ts";
import type { invoices } from "../../../../api/features/invoices/contract.ts";

export type Subscription = Answer<typeof invoices.subscription>;

export interface Choice {
  /** False: the company's plan as it is. */
  custom: boolean;
  users: number;
  connections: number;
}
interface Known {
  plan: { users: number; connections: number; amount: number };
  /** The company's own numbers; null where the plan's count. */
  seats: number | null;
  lines: number | null;
  inUse: { users: number; connections: number };
}

/** The company's plan as the choice. */
export const planChoice = ({ plan }: Known): Choice => ({
  custom: false,
  users: plan.users,
  connections: plan.connections,
});

/** A custom plan as one begins to choose it: what the company has of one, else what it uses. */
export function customChoice({ seats, lines, inUse }: Known): Choice {
  return {
    custom: true,
    users: Math.max(CUSTOM_PLAN.users, seats ?? inUse.users),
    connections: Math.max(CUSTOM_PLAN.connections, lines ?? inUse.connections),
  };
}

/** What the company has now. */
export function firstChoice(known: Known): Choice {
  return known.seats !== null && known.lines !== null ? customChoice(known) : planChoice(known);
}

/** BRL a month. */
export function monthly(choice: Choice, { plan }: Pick<Known, "plan">): number {
  return choice.custom ? customCents(choice) / 100 : plan.amount;
}

/** BRL of a period of so many months, counted in cents. */
export function total(choice: Choice, known: Pick<Known, "plan">, months: number): number {
  return Math.round(monthly(choice, known) * 100) * months / 100;
}

/** True where more people or connections are in use than the choice has. */
export function isTooSmall({ users, connections }: Choice, { inUse }: Pick<Known, "inUse">): boolean {
  return users < inUse.users || connections < inUse.connections;
}
