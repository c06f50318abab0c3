import { keep } from "../../core/retention.ts";

/** Devices that ring, after their last use. */
export const devices = keep("devices", "t.used_at < now() - interval '90 days'");
export const shown = keep("notifications_shown", "t.shown_at < now() - interval '30 days'");
