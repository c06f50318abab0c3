import { z } from "zod";
import { task } from "../../core/jobs.ts";

/** Deletes everything that a closed company has. */
export const removeCompany = task("companies.remove", z.object({ id: z.number() }));
