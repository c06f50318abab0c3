// A new name or colour of what records carry as a badge. A name is no right: whoever shows it changes it in place.
import { z } from "zod";
import { signal } from "./event.ts";

export const Renamed = z.object({
  of: z.enum(["user", "queue", "connection", "tag"]),
  id: z.number(),
  /** Null: it is gone, and so are its badges. */
  name: z.string().nullable(),
  /** Null where it has none. */
  color: z.string().nullable(),
});
export type Renamed = z.infer<typeof Renamed>;

/** Told beside the change of the record itself, to everybody: answers with its badge name this event. */
export const nameChanged = signal("company-{id}-name", Renamed);
