// Who is on WhatsApp, with which devices, and under which hidden id (`usync`).
import { lidJid, parseJid, pnJid } from "../nodes/jids.ts";
import { child, children, type Node, node, textOf } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import type { Query } from "./query.ts";

export function usync(query: Query): Node[] {
  const { asked } = query;
  const protocols = children(child(asked, "query")).map(({ tag }) => tag);
  const users = children(child(asked, "list"), "user").map((user) => userNode(query, user, protocols));
  return [node("usync", asked.attrs, [node("result", {}, protocols.map((tag) => node(tag))), node("list", {}, users)])];
}

function userNode({ world, companion }: Query, user: Node, protocols: string[]): Node | undefined {
  const phone = textOf(child(user, "contact")).replace("+", "");
  const jid = user.attrs.jid ?? pnJid(phone);
  const person = user.attrs.jid === undefined ? world.person(phone) : world.find(jid);
  if (!person) return node("user", { jid });
  const { server } = parseJid(jid);
  const parts: Record<string, () => Node | undefined> = {
    contact: () => node("contact", { type: person.exists ? "in" : "out" }),
    devices: () => devices(person, person === companion.person),
    lid: () => server === "lid" || !person.exists ? undefined : node("lid", { val: lidJid(person.lid) }),
    status: () => node("status", { t: world.seconds() }, person.about),
    disappearing_mode: () => node("disappearing_mode", { duration: "0", t: world.seconds() }),
  };
  return node("user", { jid }, protocols.map((tag) => parts[tag]?.()));
}

/** A number that is not on WhatsApp has none: what is written to it reaches the sender's own phone alone. */
function devices(person: Person, own: boolean): Node {
  const linked = [...person.companions.keys()].map((id) => node("device", { id, "key-index": id }));
  const all = person.exists || own ? [node("device", { id: "0" }), ...linked] : [];
  return node("devices", {}, [node("device-list", {}, all)]);
}
