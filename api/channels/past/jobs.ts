import { z } from "zod";
import { job } from "../../core/jobs.ts";

/** Brings the collected old messages of one connection in. */
export const importPast = job(
  "past.import",
  z.object({ connectionId: z.number() }),
  () => import("./import.ts"),
);
/** Closes the imported tickets of one connection; `userId` is who asked, null when the connection is set so. */
export const closePast = job(
  "past.close",
  z.object({ connectionId: z.number(), userId: z.number().nullable() }),
  () => import("./close.ts"),
);
/** Jobs of one connection's past run one after the other. */
export const pastQueue = (connectionId: number) => `past:${connectionId}`;
