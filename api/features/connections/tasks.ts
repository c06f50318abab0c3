import { z } from "zod";
import { task } from "../../core/jobs.ts";

/** Brings the collected old messages of one connection in. */
export const importPast = task("past.import", z.object({ connectionId: z.number() }), "past");
/** Closes the imported tickets of one connection; `userId` is who asked, null when the connection is set so. */
export const closePast = task(
  "past.close",
  z.object({ connectionId: z.number(), userId: z.number().nullable() }),
  "past",
);
/** Jobs of one connection's past run one after the other. */
export const pastQueue = (connectionId: number) => `past:${connectionId}`;
