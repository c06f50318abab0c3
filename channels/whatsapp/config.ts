// A linked device has no settings: all it needs is agreed with the phone.
import { z } from "zod";

export const config = z.object({});
export type Config = z.infer<typeof config>;
