// Groups as clients ask for them and change them.
import { deliver } from "../traffic/delivery.ts";
import { Group, groupNode, groupNotice, memberNode } from "../people/group.ts";
import { child, children, type Node, node, textOf } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { type Query, Refusal } from "./query.ts";
import type { World } from "../people/world.ts";

/** Tells all linked devices of the members, except the one that did it. */
export function tellGroup(
  world: World,
  group: Group,
  actor: Person,
  change: Node,
  except?: unknown,
  more: Person[] = [],
) {
  const notice = groupNotice(group, actor, world.chance.digits(10), world.seconds(), change);
  for (const person of new Set([...group.members.keys(), ...more])) {
    for (const companion of person.companions.values()) if (companion !== except) deliver(companion, notice);
  }
  world.changed();
}

export function newGroup(
  world: World,
  creator: Person,
  subject: string,
  members: Person[],
  naming: Group["naming"],
): Group {
  const group = new Group(`1203634${world.chance.digits(11)}@g.us`, subject, creator, world.seconds(), naming);
  for (const member of members) if (member !== creator) group.members.set(member, "member");
  world.groups.set(group.id, group);
  return group;
}

export function groups(query: Query): Node[] {
  const { world, companion, stanza, asked } = query;
  const me = companion.person;
  const group = world.groups.get(stanza.attrs.to ?? "");
  if (!group) return ofService(query, me);
  const role = group.members.get(me);
  if (!role) throw new Refusal("403", "forbidden");
  if (asked.tag === "query") return [groupNode(group)];
  if (asked.tag === "invite") return [node("invite", { code: group.invite })];
  if (role === "member" && (group.locked || ["add", "remove", "promote", "demote"].includes(asked.tag))) {
    throw new Refusal("403", "forbidden");
  }
  return change(query, group, me);
}

function ofService({ world, companion, asked }: Query, me: Person): Node[] {
  if (asked.tag === "participating") {
    const mine = [...world.groups.values()].filter((group) => group.members.has(me));
    return [node("groups", {}, mine.map(groupNode))];
  }
  if (asked.tag === "create") {
    const members = children(asked, "participant").flatMap(({ attrs }) => world.find(attrs.jid ?? "") ?? []);
    const group = newGroup(world, me, asked.attrs.subject ?? "", members, "lid");
    tellGroup(world, group, me, node("create", {}, [groupNode(group)]), companion);
    return [groupNode(group)];
  }
  if (asked.tag === "leave") {
    for (const { attrs } of children(asked, "group")) {
      const group = world.groups.get(attrs.id ?? "");
      if (group?.members.delete(me)) tellGroup(world, group, me, node("remove", {}, [memberNode(group, me)]));
    }
    return [];
  }
  throw new Refusal("404", "item-not-found");
}

function change({ world, companion, asked }: Query, group: Group, me: Person): Node[] {
  if (["add", "remove", "promote", "demote"].includes(asked.tag)) {
    const whom = children(asked, "participant").flatMap(({ attrs }) => world.find(attrs.jid ?? "") ?? []);
    return [changeMembers(world, group, me, asked.tag, whom, companion)];
  }
  if (asked.tag === "subject") renameGroup(world, group, me, textOf(asked), companion);
  else if (asked.tag === "description") {
    const body = child(asked, "body");
    group.description = body && { id: asked.attrs.id ?? world.chance.digits(10), text: textOf(body) };
    tellGroup(world, group, me, node("description", asked.attrs, body && [body]), companion);
  } else {
    if (asked.tag.endsWith("announcement")) group.announce = asked.tag === "announcement";
    if (asked.tag.endsWith("locked")) group.locked = asked.tag === "locked";
    if (asked.tag.endsWith("ephemeral")) group.ephemeral = Number(asked.attrs.expiration ?? 0);
    tellGroup(world, group, me, node(asked.tag, asked.attrs), companion);
  }
  return [];
}

export function renameGroup(world: World, group: Group, actor: Person, subject: string, except?: unknown): void {
  Object.assign(group, { subject, subjectAt: world.seconds(), subjectBy: actor });
  const attrs = { subject, s_t: group.subjectAt, s_o: actor.jid(group.naming) };
  tellGroup(world, group, actor, node("subject", attrs), except);
}

/** `what`: add, remove, promote or demote. Returns what answers a client that asked for it. */
export function changeMembers(
  world: World,
  group: Group,
  actor: Person,
  what: string,
  whom: Person[],
  except?: unknown,
): Node {
  for (const person of whom) {
    if (what === "remove") group.members.delete(person);
    else group.members.set(person, what === "promote" ? "admin" : "member");
  }
  const list = whom.map((person) => memberNode(group, person, group.members.get(person)));
  tellGroup(world, group, actor, node(what, {}, list), except, whom);
  return node(what, {}, whom.map((person) => memberNode(group, person, group.members.get(person), "200")));
}
