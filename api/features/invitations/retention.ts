import { keep } from "../../core/retention.ts";

export const over = keep("invitations", "t.expires_at < now()");
