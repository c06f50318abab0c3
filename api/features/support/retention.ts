import { keep } from "../../core/retention.ts";

export const sessions = keep("support_sessions", "t.expires_at < now() - interval '90 days'");
