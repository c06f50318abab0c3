// Plans: what a company may use, and how much of it (docs/product/companies-and-plans.md#plans).
import { z } from "zod";
import { endpoint, IdParam, Ok, text } from "../../contract/endpoint.ts";
import { planFlags } from "../../contract/plans.ts";

const flags = Object.fromEntries(planFlags.map((f) => [f, z.boolean()])) as Record<
  typeof planFlags[number],
  z.ZodBoolean
>;
export const Plan = z.object({
  id: z.number(),
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  amount: z.number(),
  isPublic: z.boolean(),
  ...flags,
});
export type Plan = z.infer<typeof Plan>;
/** A plan with how many companies have it and the most that one of them uses of it, its own limits apart. */
export const PlanInUse = Plan.extend({
  companies: z.number(),
  most: z.object({ users: z.number(), connections: z.number(), queues: z.number() }),
});
export type PlanInUse = z.infer<typeof PlanInUse>;
/** Flags that are left out stay as they are; in a new plan they are on. */
export const PlanForm = z.object({
  name: text(50).trim().min(2, "too_short"),
  users: z.coerce.number().int().min(1).max(100_000),
  connections: z.coerce.number().int().min(1).max(100_000),
  queues: z.coerce.number().int().min(1).max(100_000),
  amount: z.coerce.number().min(0).max(10_000_000),
  isPublic: z.boolean().optional(),
  ...z.object(flags).partial().shape,
});

export const plans = {
  listPublic: endpoint({
    method: "GET",
    path: "/plans/list",
    summary: "Plans open for sign-up.",
    access: "public",
    query: z.object({ listPublic: z.string().max(10).optional() }),
    response: z.array(Plan),
  }),
  listAll: endpoint({
    method: "GET",
    path: "/plans/all",
    summary: "All plans, with how many companies have them and the most that one of these uses.",
    access: "plans:manage",
    response: z.array(PlanInUse),
  }),
  create: endpoint({
    method: "POST",
    path: "/plans",
    summary: "Creates a plan.",
    access: "plans:manage",
    body: PlanForm,
    response: Plan,
    audit: true,
    errors: ["ERR_DUPLICATED_NAME"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/plans/{id}",
    summary: "Changes a plan; flags left out stay.",
    access: "plans:manage",
    params: IdParam("plan"),
    body: PlanForm,
    response: Plan,
    audit: true,
    errors: ["ERR_NO_PLAN_FOUND", "ERR_DUPLICATED_NAME"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/plans/{id}",
    summary: "Deletes a plan no company has.",
    access: "plans:manage",
    params: IdParam("plan"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_PLAN_FOUND", "ERR_IN_USE"],
  }),
};
