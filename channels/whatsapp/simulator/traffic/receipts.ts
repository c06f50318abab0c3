// Ticks: what people's phones tell the client about its messages, and what the client tells about theirs.
import type { Companion } from "../people/companion.ts";
import { confirm, deliver } from "./delivery.ts";
import { actorAttrs, type Group } from "../people/group.ts";
import { writeAgain } from "./incoming.ts";
import { isGroup, type Naming } from "../nodes/jids.ts";
import { bytesOf, child, children, type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { bundleNodes, readBundle } from "../keys/signal-party.ts";
import type { Accepted, World } from "../people/world.ts";

export type ReceiptType = "delivered" | "read" | "played";

/** `person` got, read or played these messages of one chat. */
export function tick(
  world: World,
  companion: Companion,
  person: Person,
  type: ReceiptType,
  [first, ...more]: Accepted[],
): void {
  if (!first) return;
  const group = world.groups.get(first.to);
  const list = more.length ? [node("list", {}, more.map(({ id }) => node("item", { id })))] : undefined;
  deliver(
    companion,
    node("receipt", {
      from: first.to,
      participant: group && person.jid(group.naming),
      id: first.id,
      type: type === "delivered" ? undefined : type,
      t: world.seconds(),
    }, list),
  );
}

/** The account's own phone read what `person` wrote. */
export function readOnPhone(
  world: World,
  companion: Companion,
  person: Person,
  [id, ...more]: string[],
  naming: Naming,
): void {
  const from = companion.person.jid(naming);
  const list = more.length ? [node("list", {}, more.map((one) => node("item", { id: one })))] : undefined;
  const attrs = { from, recipient: person.jid(naming), id, type: "read", t: world.seconds() };
  deliver(companion, node("receipt", attrs, list));
}

/** What a phone answers by itself. */
export function answerReceipts(world: World, companion: Companion, person: Person, accepted: Accepted): void {
  const { receipts } = world.options;
  if (receipts === "none") return;
  tick(world, companion, person, "delivered", [accepted]);
  if (receipts === "read") tick(world, companion, person, "read", [accepted]);
}

/** A phone could not read a message: it asks for it again and says with which keys. */
export function askAgain(world: World, companion: Companion, person: Person, { attrs }: Node, group?: Group): void {
  const { id = "", to = "" } = attrs;
  const count = companion.asked(`${id}/${person.pn}`);
  const inGroup = group ?? (isGroup(to) ? world.groups.get(to) : undefined);
  const [registration, type, identity, ...keys] = bundleNodes(person.phone.bundle());
  deliver(
    companion,
    node("receipt", {
      ...(inGroup ? { from: inGroup.id, ...actorAttrs(inGroup, person) } : { from: to }),
      id,
      type: "retry",
      t: world.seconds(),
    }, [
      node("retry", { count, id, t: world.seconds(), v: "1" }),
      registration,
      node("keys", {}, [type, identity, ...keys]),
    ]),
  );
}

/** A receipt of the client: noted, acknowledged, and followed when it asks for something. */
export async function takeReceipt(world: World, companion: Companion, stanza: Node): Promise<void> {
  const { id = "", to = "", type = "delivered", participant } = stanza.attrs;
  const more = children(child(stanza, "list"), "item").map(({ attrs }) => attrs.id ?? "");
  world.seenReceipts.push({
    account: companion.person.pn,
    type,
    ids: [id, ...more],
    to,
    participant,
    at: world.now(),
  });
  companion.line?.send(
    node("ack", { class: "receipt", id, from: to, participant, type: stanza.attrs.type, t: world.seconds() }),
  );
  if (type === "retry") await again(world, companion, stanza);
  else if (!type.startsWith("read") && type !== "played" && type !== "hist_sync") confirm(companion, stanza);
  world.changed();
}

async function again(world: World, companion: Companion, stanza: Node): Promise<void> {
  const { id = "", to = "", participant } = stanza.attrs;
  const author = world.find(participant || to);
  if (!author) return;
  const keys = child(stanza, "keys");
  author.phone.forget(companion.address);
  if (keys) await author.phone.begin(companion.address, readBundle(bytesOf(stanza, "registration"), keys));
  await writeAgain(world, author, companion, id, child(stanza, "retry")?.attrs.count ?? "1");
}

/** A client's `<ack>`; one with an error refuses a message. */
export function takeAck(world: World, companion: Companion, { attrs, ...stanza }: Node): void {
  confirm(companion, { attrs, ...stanza });
  const { class: what, id = "", to = "", error, participant } = attrs;
  if (what === "message") {
    const type = error ? "nack" : "ack";
    world.seenReceipts.push({ account: companion.person.pn, type, ids: [id], to, participant, error, at: world.now() });
  }
  world.changed();
}

/** Attributes for numbers a client has to know: how many one-time keys the server still has. */
export function lowKeys(world: World, companion: Companion): void {
  const count = node("count", { value: companion.preKeys.size });
  deliver(
    companion,
    node(
      "notification",
      { from: "@s.whatsapp.net", type: "encrypt", id: world.chance.digits(10), t: world.seconds() },
      [
        count,
      ],
    ),
  );
}
