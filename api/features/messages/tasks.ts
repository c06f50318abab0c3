import { z } from "zod";
import { task } from "../../core/jobs.ts";

/** Something waits to be sent to this contact over this connection: wakes the process that holds it. */
export const deliver = task(
  "messages.deliver",
  z.object({ contactId: z.number(), connectionId: z.number() }),
);

/** A message holds a link: its card is made, or taken from those that are known. */
export const card = task(
  "messages.card",
  z.object({ messageId: z.number(), url: z.string() }),
  "strangers",
);
