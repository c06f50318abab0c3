// GET /api/events: the event stream. Bearer header, resumes with Last-Event-ID (docs/architecture/live-events.md#stream); `max`
// says how many missed events are worth replaying.
import type { Context } from "hono";
import { refuse } from "../../contract/errors.ts";
import type { KeyScope } from "../../contract/programs/keys.ts";
import { readBearer, refuseDue, whoIs } from "../access/auth.ts";
import { isKey, keyOf } from "../access/by-key.ts";
import { allow } from "../access/rate-limit.ts";
import type { Api } from "../http/route.ts";
import { eventPage } from "./page.ts";
import { REPLAY_MAX, type Stream } from "./stream.ts";

/** `x` marks what an expired company's stream said. */
const CURSOR = /^([0-9a-f]{8}x?)\.(\d{1,15})$/;

export function openStream(http: Api["http"], stream: Stream): void {
  http.get("/api/events", async (c) => {
    const header = c.req.header("authorization");
    if (isKey(header)) return await forKey(c, stream, header);
    const token = await readBearer(header);
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
    return new Response(body, { headers: HEADERS });
  });
}

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};
const TOLD: readonly KeyScope[] = ["tickets:read", "contacts:read"];
/** A key's stream is opened anew so often, s: like a person's, it is asked again who it is. */
const KEY_STREAM_S = 3_600;
/** Pages of JSON a key may ask for in a minute. */
const PAGES_PER_MINUTE = 120;

/** A company's key hears the stream, or with `after` reads pages of JSON. */
async function forKey(c: Context, stream: Stream, header: string | undefined): Promise<Response> {
  c.set("program", true);
  const caller = await keyOf(header);
  const { key } = caller;
  if (caller.companyExpired) refuse("ERR_SUBSCRIPTION_EXPIRED", { dueDate: caller.dueAt?.toISOString() });
  if (!caller.plan.useExternalApi || !TOLD.some((scope) => key.scopes.includes(scope))) refuse("ERR_NO_PERMISSION");
  const after = c.req.query("after");
  if (after !== undefined && !/text\/event-stream/.test(c.req.header("accept") ?? "")) {
    if (!allow(`events:key:${key.id}`, PAGES_PER_MINUTE)) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 1 });
    return c.json(await eventPage(stream.epoch, caller, { after, limit: c.req.query("limit") }));
  }
  const now = Math.floor(Date.now() / 1000);
  const until = Math.min(now + KEY_STREAM_S, key.expiresAt ? key.expiresAt.getTime() / 1000 : Infinity);
  const cursor = readCursor(c.req.header("last-event-id") ?? after ?? c.req.query("lastEventId"));
  const body = await stream.open(caller, until, cursor, readMax(c.req.query("max")));
  // A key that ended while its stream was opened would be heard of by nobody.
  await keyOf(header, true).catch(async (error) => {
    await body.cancel();
    throw error;
  });
  return new Response(body, { headers: HEADERS });
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
