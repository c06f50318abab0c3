import type { z } from "zod";
import type { ConnectionFull } from "../../../api/features/connections/contract.ts";

/** A connection as those see it who may change it. */
export type FullConnection = z.infer<typeof ConnectionFull>;
