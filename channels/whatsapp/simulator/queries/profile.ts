// What accounts show and hide: properties, pictures, privacy, blocked people, business details.
import { Buffer } from "node:buffer";
import { child, children, type Node, node } from "../nodes/node.ts";
import { type Query, Refusal } from "./query.ts";

/** Send privacy tokens in chats of two. */
const SEND_TOKENS = "10518";

export function props(): Node[] {
  const prop = node("prop", { config_code: SEND_TOKENS, config_value: "true" });
  return [node("props", { protocol: "1", hash: "s1m", refresh: "86400" }, [prop])];
}

export function blocklist({ world, companion, stanza, asked }: Query): Node[] {
  const { blocked } = companion.person;
  if (stanza.attrs.type === "set") {
    const whom = world.find(asked.attrs.jid ?? "");
    if (!whom) throw new Refusal("400", "bad-request");
    if (asked.attrs.action === "block") blocked.add(whom.lid);
    else blocked.delete(whom.lid);
    world.changed();
  }
  return [node("list", {}, [...blocked].map((lid) => node("item", { jid: `${lid}@lid` })))];
}

export function privacy({ companion, stanza, asked }: Query): Node[] {
  const { privacy } = companion.person;
  if (asked.tag === "tokens") return [];
  if (stanza.attrs.type === "set") {
    for (const { attrs } of children(asked, "category")) privacy.set(attrs.name ?? "", attrs.value ?? "");
  }
  return [node("privacy", {}, [...privacy].map(([name, value]) => node("category", { name, value })))];
}

export function picture({ world, companion, stanza, asked }: Query): Node[] {
  const { type, target, to } = stanza.attrs;
  const group = world.groups.get(target ?? to ?? "");
  if (type === "set") {
    const owner = group ?? (target ? world.find(target) : companion.person);
    if (!owner) throw new Refusal("404", "item-not-found");
    const id = world.chance.digits(10);
    owner.picture = Buffer.isBuffer(asked.content) ? { id, bytes: asked.content } : undefined;
    world.changed();
    return asked.content ? [node("picture", { id })] : [];
  }
  const found = group?.picture ?? (target ? world.find(target)?.picture : undefined);
  if (!found) throw new Refusal("404", "item-not-found");
  const path = `/picture/${found.id}`;
  return [node("picture", {
    id: found.id,
    type: asked.attrs.type ?? "image",
    url: `https://${world.mediaHost}${path}`,
    direct_path: path,
  })];
}

export function business({ world, asked }: Query): Node[] {
  const jid = child(asked, "profile")?.attrs.jid ?? "";
  const name = world.find(jid)?.business;
  if (name === undefined) return [node("business_profile", {})];
  return [node("business_profile", {}, [node("profile", { jid }, [node("description", {}, name)])])];
}
