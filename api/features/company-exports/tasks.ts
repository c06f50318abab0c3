import { z } from "zod";
import { task } from "../../core/jobs.ts";

/** Builds the file of a company. Of the class whose work takes long and nobody waits in front of. */
export const buildExport = task("company-exports.build", z.object({ run: z.uuid() }), "past");
