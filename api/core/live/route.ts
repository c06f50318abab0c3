// GET /api/events: the event stream. Bearer header, resumes with Last-Event-ID (docs/architecture/live-events.md#stream); `max`
// says how many missed events are worth replaying.
import { refuse } from "../../contract/errors.ts";
import { readBearer, refuseDue, whoIs } from "../access/auth.ts";
import type { Api } from "../http/route.ts";
import { REPLAY_MAX, type Stream } from "./stream.ts";

/** `x` marks what an expired company's stream said. */
const CURSOR = /^([0-9a-f]{8}x?)\.(\d{1,15})$/;

export function openStream(http: Api["http"], stream: Stream): void {
  http.get("/api/events", async (c) => {
    const token = await readBearer(c.req.header("authorization"));
    const me = await whoIs(token);
    // Only who can pay has something to hear.
    if (me.companyExpired && me.profile !== "admin") refuse("ERR_SUBSCRIPTION_EXPIRED");
    refuseDue(me);
    const body = await stream.open(
      me,
      token.exp,
      readCursor(c.req.header("last-event-id") ?? c.req.query("lastEventId")),
      readMax(c.req.query("max")),
    );
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  });
}

/** How many missed events a client wants at most; what is no number is refused, so that a mistake shows. */
function readMax(text: string | undefined): number {
  if (text === undefined) return REPLAY_MAX;
  if (!/^\d{1,6}$/.test(text)) refuse("ERR_VALIDATION", { details: [{ path: "query.max", message: "number" }] });
  return Math.min(Number(text), REPLAY_MAX);
}

function readCursor(text: string | undefined): { epoch: string; position: number } | null {
  if (!text) return null;
  const match = CURSOR.exec(text);
  return match ? { epoch: match[1]!, position: Number(match[2]) } : refuse("ERR_BAD_CURSOR");
}
