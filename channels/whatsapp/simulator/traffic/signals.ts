// What passes and is not kept: typing, who is there, ringing.
import type { Companion } from "../people/companion.ts";
import { deliver } from "./delivery.ts";
import type { Group } from "../people/group.ts";
import { type Naming, SERVER } from "../nodes/jids.ts";
import { type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import type { World } from "../people/world.ts";

/** Only to those that listen now: nobody is told later that somebody was typing. */
function tellCompanions(companions: Companion[], stanza: Node): void {
  for (const { active, line } of companions) if (active) line?.send(stanza);
}

export function typing(
  companions: Companion[],
  person: Person,
  state: "composing" | "recording" | "paused",
  naming: Naming,
  group?: Group,
): void {
  const what = state === "recording" ? node("composing", { media: "audio" }) : node(state);
  const who = group ? { from: group.id, participant: person.jid(group.naming) } : { from: person.jid(naming) };
  tellCompanions(companions, node("chatstate", who, [what]));
}

export function presence(world: World, companions: Companion[], person: Person, online: boolean, naming: Naming): void {
  const away = online ? {} : { type: "unavailable", last: world.seconds() };
  tellCompanions(companions, node("presence", { from: person.jid(naming), ...away }));
}

/** Unlike the rest here, kept until it is confirmed. */
export function tellPicture(world: World, companion: Companion, person: Person): void {
  const attrs = { from: person.jid("pn"), type: "picture", id: world.chance.digits(10), t: world.seconds() };
  const jid = person.jid("pn");
  const change = person.picture ? node("set", { jid, id: person.picture.id }) : node("delete", { jid });
  deliver(companion, node("notification", attrs, [change]));
}

/** What the service thinks of an account, when that changes. */
export function tellStanding(world: World, companion: Companion): void {
  const { restrictedUntil, quota, used, capping } = companion.person.standing;
  const ends = String(restrictedUntil);
  const lock = { is_active: restrictedUntil > 0, time_enforcement_ends: ends, enforcement_type: "DEFAULT" };
  const limits = { total_quota: quota, used_quota: used, capping_status: capping };
  const changes = {
    NotificationUserReachoutTimelockUpdate: { xwa2_notify_account_reachout_timelock: lock },
    MessageCappingInfoNotification: { xwa2_notify_new_chat_messages_capping_info_update: limits },
  };
  for (const [op_name, data] of Object.entries(changes)) {
    const attrs = { from: SERVER, type: "mex", id: world.chance.digits(10), t: world.seconds() };
    deliver(companion, node("notification", attrs, [node("update", { op_name }, JSON.stringify({ data }))]));
  }
}

function callNode(world: World, person: Person, what: Node): Node {
  return node("call", { from: person.jid("lid"), id: world.chance.messageId(), t: world.seconds() }, [what]);
}

export function ring(world: World, companions: Companion[], person: Person, id: string, video: boolean): void {
  const attrs = { "call-id": id, "call-creator": person.jid("lid"), caller_pn: person.jid("pn") };
  const offer = node("offer", attrs, [node("audio"), video ? node("video") : undefined]);
  for (const companion of companions) deliver(companion, callNode(world, person, offer));
}

/** `reason` timeout: nobody answered. */
export function ringEnds(world: World, companions: Companion[], person: Person, id: string, reason?: string): void {
  const end = node("terminate", { "call-id": id, "call-creator": person.jid("lid"), reason });
  for (const companion of companions) deliver(companion, callNode(world, person, end));
}
