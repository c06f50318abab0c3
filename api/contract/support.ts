// Somebody of support looks into a company (docs/product/companies-and-plans.md#support).
import { z } from "zod";
import { Instant } from "./endpoint.ts";

export const Looking = z.object({
  by: z.string(),
  until: Instant,
  /** True for who looks, false for the company's admins. */
  mine: z.boolean(),
});
export type Looking = z.infer<typeof Looking>;
