// From people to linked devices: what a contact, a group member or the account's own phone writes.
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "../people/companion.ts";
import { describe } from "../content/kinds.ts";
import { deliver } from "./delivery.ts";
import { actorAttrs, type Group } from "../people/group.ts";
import { type Naming, pnJid } from "../nodes/jids.ts";
import { type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { pad, sealFor } from "./sealing.ts";
import type { World } from "../people/world.ts";

export interface Writing {
  readonly content: proto.IMessage;
  readonly id: string;
  /** Provider's time, ms. */
  readonly at: number;
  /** `hidden`: the number is not told. */
  readonly naming: Naming | "hidden";
  /** Sends no name when null. */
  readonly name: string | null;
}

/** `author` writes to the account in a chat of two. */
export async function writeTo(
  world: World,
  author: Person,
  account: Person,
  writing: Writing,
  broken = false,
): Promise<void> {
  const { naming, name } = writing;
  const address = naming === "pn"
    ? { from: author.jid("pn"), sender_lid: author.jid("lid") }
    : { from: author.jid("lid"), sender_pn: naming === "lid" ? author.jid("pn") : undefined };
  const attrs = () => ({ ...address, notify: name ?? undefined });
  await give(world, author, [...account.companions.values()], writing, attrs, broken);
}

/** The account's own phone writes to `contact`; its linked devices get copies. */
export async function writeFromPhone(world: World, account: Person, contact: Person, writing: Writing): Promise<void> {
  const naming = writing.naming === "pn" ? "pn" : "lid";
  const destinationJid = contact.jid(naming);
  const copy = { ...writing, content: { deviceSentMessage: { destinationJid, message: writing.content } } };
  const other = naming === "pn" ? { peer_recipient_lid: contact.jid("lid") } : { peer_recipient_pn: contact.jid("pn") };
  const attrs = { from: account.jid(naming), recipient: destinationJid, ...other, notify: writing.name ?? undefined };
  await give(world, account, [...account.companions.values()], copy, () => attrs);
}

/** A message of the phone to its own linked devices alone: keys, history, answers. */
export async function writePeer(world: World, companion: Companion, content: proto.IMessage): Promise<string> {
  const { person } = companion;
  const id = world.chance.messageId();
  const attrs = { from: person.jid("pn"), category: "peer", push_priority: "high_force" };
  const writing = { content, id, at: world.now(), naming: "pn" as const, name: null };
  await give(world, person, [companion], writing, () => attrs);
  return id;
}

/** Somebody's story. */
export async function writeStory(world: World, author: Person, account: Person, writing: Writing): Promise<void> {
  const attrs = {
    from: "status@broadcast",
    participant: author.jid("lid"),
    participant_pn: author.jid("pn"),
    notify: writing.name ?? undefined,
  };
  await give(world, author, [...account.companions.values()], writing, () => attrs);
}

async function give(
  world: World,
  author: Person,
  companions: Companion[],
  { content, id, at }: Writing,
  address: (companion: Companion) => Record<string, string | undefined>,
  broken = false,
): Promise<void> {
  const { type, edit, enc } = describe(content);
  const attrs = (companion: Companion) => ({ ...address(companion), id, type, edit, t: String(world.seconds(at)) });
  author.said.set(id, { content, attrs });
  for (const companion of companions) {
    const sealed = await sealFor(author, companion, content, enc);
    if (broken && sealed.content instanceof Uint8Array) sealed.content[sealed.content.length - 1]! ^= 255;
    deliver(companion, node("message", attrs(companion), [sealed]));
  }
  world.changed();
}

/** A member, maybe the account's own phone, writes in a group: one sealing for all, and the key for those who lack it. */
export async function writeInGroup(world: World, author: Person, group: Group, writing: Writing): Promise<void> {
  const { content, id, at, name } = writing;
  const chain = author.phone.chainFor(group.id);
  const { type, edit, enc } = describe(content);
  const attrs = () => ({
    from: group.id,
    ...actorAttrs(group, author),
    id,
    type,
    edit,
    t: String(world.seconds(at)),
    notify: name ?? undefined,
  });
  author.said.set(id, { content, group: group.id, attrs });
  const distribution = chain.distribution();
  const sealed = node("enc", { v: "2", type: "skmsg", ...enc }, chain.encrypt(pad(content)));
  for (const companion of [...group.members.keys()].flatMap((member) => [...member.companions.values()])) {
    const parts: Node[] = [];
    if (!chain.given.has(companion.address)) {
      parts.push(await sealFor(author, companion, keyMessage(group.id, distribution)));
      chain.given.add(companion.address);
    }
    deliver(companion, node("message", attrs(), [...parts, sealed]));
  }
  world.changed();
}

export function keyMessage(groupId: string, distribution: Uint8Array): proto.IMessage {
  return { senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: distribution } };
}

/** The client could not read a message: its author seals it anew, for that device alone, with a key it can have. */
export async function writeAgain(
  world: World,
  author: Person,
  companion: Companion,
  id: string,
  count: string,
): Promise<boolean> {
  const said = author.said.get(id);
  if (!said) return false;
  let { content } = said;
  if (said.group) {
    const chain = author.phone.chainFor(said.group);
    content = { ...content, ...keyMessage(said.group, chain.distribution()) };
    chain.given.add(companion.address);
  }
  const sealed = await sealFor(author, companion, content, { ...describe(said.content).enc, count });
  companion.resent.set(id, (companion.resent.get(id) ?? 0) + 1);
  deliver(companion, node("message", said.attrs(companion), [sealed]));
  world.changed();
  return true;
}

/** A message whose content the server does not have; the phone does and gives it when asked, unless it may be seen only once. */
export function writePlaceholder(
  world: World,
  author: Person,
  account: Person,
  writing: Writing,
  once: boolean,
): void {
  const { content, id, at, name } = writing;
  const attrs = { from: author.jid("pn"), sender_lid: author.jid("lid"), id, type: "text", t: world.seconds(at) };
  author.said.set(id, { content, attrs: () => ({}) });
  const stanza = node("message", { ...attrs, notify: name ?? undefined }, [
    node("unavailable", { type: once ? "view_once" : undefined }),
  ]);
  for (const companion of account.companions.values()) deliver(companion, stanza);
}

/** A post in a channel: not sealed, not padded. */
export function writePost(world: World, account: Person, channel: string, { content, id, at }: Writing): void {
  const attrs = { from: channel, id, server_id: "101", type: "text", t: world.seconds(at) };
  const plain = node("plaintext", {}, proto.Message.encode(content).finish());
  for (const companion of account.companions.values()) deliver(companion, node("message", attrs, [plain]));
}

/** What the phone answers to a request for a message's content. */
export function placeholderAnswer(world: World, request: string, author: Person, id: string): proto.IMessage {
  const message = {
    key: { remoteJid: pnJid(author.pn), fromMe: false, id },
    message: author.said.get(id)?.content,
    messageTimestamp: world.seconds(),
  };
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
        stanzaId: request,
        peerDataOperationResult: [{
          placeholderMessageResendResponse: { webMessageInfoBytes: proto.WebMessageInfo.encode(message).finish() },
        }],
      },
    },
  };
}
