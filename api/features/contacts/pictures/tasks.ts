import { z } from "zod";
import { task } from "../../../core/jobs.ts";

/** A contact's picture stands at this address of its provider: it is fetched and kept. */
export const picture = task("contacts.picture", z.object({ contactId: z.number(), url: z.string() }), "strangers");
