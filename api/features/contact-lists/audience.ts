import type { Audience } from "../../core/live/emit.ts";

/** Who may open lists is told of them. */
export const admins: Audience = { to: ["admin"] };
