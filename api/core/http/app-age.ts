// Turns away apps whose contract is no longer served, before anything else is asked: their screens keep what was written and
// offer the update.
import type { MiddlewareHandler } from "hono";
import { APP_CONTRACT, APP_HEADER, OLDEST_APP } from "../../contract/app-version.ts";
import { refuse } from "../../contract/errors.ts";

/** Refuses ERR_APP_TOO_OLD below `oldest`, naming both numbers. A header that is no number is nobody's app. */
export function refuseOldApps(oldest = OLDEST_APP): MiddlewareHandler {
  return async (c, next) => {
    const sent = c.req.header(APP_HEADER);
    if (sent !== undefined && /^\d{1,9}$/.test(sent) && Number(sent) < oldest) {
      refuse("ERR_APP_TOO_OLD", { contract: APP_CONTRACT, oldest });
    }
    await next();
  };
}
