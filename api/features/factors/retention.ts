import { keep } from "../../core/retention.ts";

export const challenges = keep("passkey_challenges", "t.expires_at < now()");
