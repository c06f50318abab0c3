import { z } from "zod";
import { task } from "../../core/jobs.ts";

/** The customer's words wait to be carried to who answers this ticket by itself. */
export const turn = task("integrations.turn", z.object({ ticketId: z.number() }), "services");
