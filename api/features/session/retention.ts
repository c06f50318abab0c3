import { keep } from "../../core/retention.ts";

export const attempts = keep("login_attempts", "t.at < now() - interval '1 day'");
export const ended = keep("sessions", "coalesce(t.ended_at, t.expires_at) < now() - interval '7 days'");
