// The clients' questions (`iq`): which part of the service answers what.
import type { Companion } from "../people/companion.ts";
import { SERVER } from "../nodes/jids.ts";
import { child, children, type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { appState } from "./appstate.ts";
import { groups } from "./groups.ts";
import { keys } from "./keys.ts";
import { blocklist, business, picture, privacy, props } from "./profile.ts";
import { type Query, Refusal } from "./query.ts";
import { usync } from "./users.ts";
import type { World } from "../people/world.ts";

const CAPPING = "24503548349331633";
type Answer = readonly Node[] | Promise<readonly Node[]>;

const handlers: Record<string, (query: Query) => Answer> = {
  encrypt: keys,
  usync,
  abt: props,
  blocklist,
  privacy,
  "w:profile:picture": picture,
  "w:biz": business,
  "w:g2": groups,
  "w:sync:app:state": appState,
  "w:m": ({ world }) => [
    node("media_conn", { auth: world.chance.bytes(12).toString("hex"), ttl: 300, auth_ttl: 3600, max_buckets: 12 }, [
      node("host", { hostname: world.mediaHost, maxContentLengthBytes: 2 ** 31 - 1 }),
    ]),
  ],
  "w:mex": ({ companion, asked }) => [
    node("result", {}, JSON.stringify({ data: standing(companion.person, asked.attrs.query_id) })),
  ],
  status: ({ companion, asked }) => {
    if (asked.tag === "status" && asked.content) companion.person.about = asked.content.toString();
    return [];
  },
};
/** Namespaces whose answer is that it was taken. */
const taken = new Set(["passive", "w:p", "w:stats", "disappearing_mode", "urn:xmpp:whatsapp:dirty", "md"]);

/** The two graph queries that ask what the service thinks of the account. */
function standing({ standing }: Person, query: string | undefined): Record<string, unknown> {
  const { restrictedUntil, quota, used, capping } = standing;
  if (query === CAPPING) {
    return { xwa2_message_capping_info: { total_quota: quota, used_quota: used, capping_status: capping } };
  }
  return {
    xwa2_fetch_account_reachout_timelock: {
      is_active: restrictedUntil > 0,
      time_enforcement_ends: String(restrictedUntil),
      enforcement_type: "DEFAULT",
    },
  };
}

/** Answers one query, or nothing where a fault says so. */
export async function answer(world: World, companion: Companion, stanza: Node): Promise<Node | undefined> {
  const { xmlns = "", id, to } = stanza.attrs;
  const asked = children(stanza)[0] ?? node("nothing");
  const { pn } = companion.person;
  world.queries.push(`${xmlns} ${asked.tag}`);
  if (world.fault(pn, "ignoreQueries")?.includes(xmlns)) return;
  const attrs = { from: to ?? SERVER, id };
  const refused = (code: string, text: string) =>
    node("iq", { ...attrs, type: "error" }, [node("error", { code, text })]);
  const failure = world.fault(pn, "failQueries")?.[xmlns];
  if (failure) return refused(failure, "told to fail");
  const handler = handlers[xmlns];
  if (!handler && !taken.has(xmlns)) world.unknownQueries.push(stanza);
  try {
    const found = await handler?.({ world, companion, stanza, asked }) ?? [];
    return node("iq", { ...attrs, type: "result" }, found.length ? found : undefined);
  } catch (error) {
    if (error instanceof Refusal) return refused(error.code, error.message);
    world.complaints.push(`${xmlns}: ${error instanceof Error ? error.message : error}`);
    return refused("400", "bad-request");
  }
}

/** A device that leaves by itself (`sock.logout()`). */
export function leaves(stanza: Node): boolean {
  return stanza.attrs.xmlns === "md" && child(stanza, "remove-companion-device") !== undefined;
}
