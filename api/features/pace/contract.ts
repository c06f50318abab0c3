// The pace of a number's automated messages: settings of a connection, and where it stands (docs/product/pace.md).
import { z } from "zod";
import { endpoint, IdParam, Instant } from "../../contract/endpoint.ts";
import { PACE_BOUNDS as bounds } from "../../contract/limits.ts";

const whole = ([min, max]: readonly [number, number]) => z.number().int().min(min).max(max);

const n = z.number();
/** As they are kept: bounds may have been others when they were set. */
export const PaceSettings = z.object({
  /** Between two messages to people who have not written: at least, at most; each time another length in between. */
  minSeconds: n,
  maxSeconds: n,
  perHour: n,
  perDay: n,
  /** People written to first on each day after the number was linked; afterwards `perDay`. */
  warmUp: z.array(n),
  repliesPerMinute: n,
  stopAfterErrors: n,
});
export type PaceSettings = z.infer<typeof PaceSettings>;
export const PaceUpdate = z.object({
  minSeconds: whole(bounds.minSeconds),
  maxSeconds: whole(bounds.maxSeconds),
  perHour: whole(bounds.perHour),
  perDay: whole(bounds.perDay),
  warmUp: z.array(whole(bounds.perDay)).max(bounds.warmUpDays),
  repliesPerMinute: whole(bounds.repliesPerMinute),
  stopAfterErrors: whole(bounds.stopAfterErrors),
}).partial();

/** `errors`: too many refusals in a row; `restricted`, `capped`: the provider says so. */
export const PaceStop = z.enum(["errors", "restricted", "capped"]);
export type PaceStop = z.infer<typeof PaceStop>;

export const Pace = z.object({
  settings: PaceSettings,
  /** Automated messages of the running hour and day, and of them those to people who had not written. */
  hour: z.object({ sent: z.number(), cold: z.number() }),
  day: z.object({ sent: z.number(), cold: z.number(), limit: z.number() }),
  /** The day of the warm-up, from 1; null when it is over. */
  warmUpDay: z.number().nullable(),
  errors: z.number(),
  /** How many wait for their turn. */
  waiting: z.number(),
  /** When the next one to somebody who has not written may go; null while stopped. */
  nextAt: Instant.nullable(),
  stopped: z.object({ why: PaceStop, until: Instant.nullable() }).nullable(),
});
export type Pace = z.infer<typeof Pace>;

const refusals = ["ERR_NO_WAPP_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL"] as const;

export const pace = {
  show: endpoint({
    method: "GET",
    path: "/whatsapp/{id}/pace",
    summary: "The pace of a number's automated messages, and where it stands.",
    access: "connections-page:addConnection",
    transaction: true,
    params: IdParam("connection"),
    response: Pace,
    errors: refusals,
  }),
  update: endpoint({
    method: "PUT",
    path: "/whatsapp/{id}/pace",
    summary: "Changes the pace; what is left out stays.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    body: PaceUpdate,
    response: Pace,
    audit: true,
    errors: refusals,
  }),
  resume: endpoint({
    method: "POST",
    path: "/whatsapp/{id}/pace/resume",
    summary: "Goes on after a stop.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: Pace,
    audit: true,
    errors: refusals,
  }),
};
