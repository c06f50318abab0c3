// So much changed at once that nobody is told of each record: an import of old messages, or its end.
import { z } from "zod";
import { signal } from "./event.ts";

/** Told to everybody: answers that name it are fetched anew where somebody looks at them, and a device asks what moved. Nobody's stream ends. */
export const manyChanged = signal("company-{id}-many", z.object({ action: z.literal("refresh") }));
