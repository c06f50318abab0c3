import { z } from "zod";
import { task } from "../../core/jobs.ts";

/** The provider's approved texts of this connection are not what they were: reads them. */
export const read = task("templates.read", z.object({ connectionId: z.number() }), "strangers");
