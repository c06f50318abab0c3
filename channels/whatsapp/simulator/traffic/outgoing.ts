// From linked devices to people: each phone reads its own sealing, linked devices of others get theirs unread.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "../people/companion.ts";
import { deliver } from "./delivery.ts";
import { actorAttrs, type Group } from "../people/group.ts";
import { placeholderAnswer, writePeer } from "./incoming.ts";
import { isGroup, parseJid } from "../nodes/jids.ts";
import { child, children, type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { answerReceipts, askAgain } from "./receipts.ts";
import { unpad } from "./sealing.ts";
import { ReceivingChain } from "../keys/sender-keys.ts";
import type { Accepted, World } from "../people/world.ts";

/** A client sends a message: it is acknowledged, then brought to everybody it is for. */
export async function takeMessage(world: World, companion: Companion, stanza: Node): Promise<void> {
  const { pn } = companion.person;
  if (world.fault(pn, "swallowSends")) return;
  const drop = world.fault(pn, "dropAtSend");
  if (drop === "before") return companion.line?.close();
  const error = world.fault(pn, "refuseSends");
  const accepted = stanza.attrs.category === "peer" ? undefined : record(world, companion, stanza);
  if (accepted && error) accepted.error = error;
  if (drop === "after") companion.line?.close();
  else acknowledge(world, companion, stanza, error);
  if (!error) await route(world, companion, stanza, accepted);
  world.changed();
}

function acknowledge(world: World, companion: Companion, { attrs }: Node, error?: string): void {
  const { id, to, participant } = attrs;
  const ack = node("ack", { class: "message", id, from: to, participant, t: world.seconds(), error });
  const delay = world.fault(companion.person.pn, "ackDelayMs");
  if (delay === undefined) companion.line?.send(ack);
  else setTimeout(() => companion.line?.send(ack), delay);
}

/** Finds or makes the line of the journal for a message; a retry adds to the first. */
function record(world: World, { person, device }: Companion, { attrs }: Node): Accepted {
  const { id = "", to = "" } = attrs;
  const known = world.journal.get(`${person.pn}/${id}`);
  if (known) {
    known.sends++;
    return known;
  }
  const chat = isGroup(to) ? to : world.find(to)?.pn ?? to;
  const made: Accepted = {
    id,
    account: person.pn,
    device,
    chat,
    to,
    at: world.now(),
    attrs,
    readBy: {},
    ownCopy: false,
    sends: 1,
  };
  world.journal.set(`${person.pn}/${id}`, made);
  return made;
}

async function route(world: World, companion: Companion, stanza: Node, accepted?: Accepted): Promise<void> {
  const { to = "", participant } = stanza.attrs;
  const group = world.groups.get(to);
  const shared = children(stanza, "enc");
  const single = participant ?? (group ? undefined : to);
  const targets = new Map<string, Node[]>();
  for (const one of children(child(stanza, "participants"), "to")) {
    targets.set(one.attrs.jid ?? "", children(one, "enc"));
  }
  if (group && !participant) {
    for (const jid of devicesOf(group, companion)) {
      targets.set(jid, [...targets.get(jid) ?? targets.get(otherName(world, jid)) ?? [], ...shared]);
    }
  } else if (single && shared.length) targets.set(single, shared);
  for (const [jid, sealed] of targets) {
    const person = world.find(jid);
    const { device } = parseJid(jid);
    if (!person || (person === companion.person && device === companion.device)) continue;
    if (device === 0) await readAtPhone(world, companion, person, stanza, sealed, accepted, group);
    else relay(world, companion, person, device, stanza, sealed, group);
  }
}

/** Every device of the members, as the group names people. */
function devicesOf(group: Group, sender: Companion): string[] {
  return [...group.members.keys()].flatMap((member) =>
    [0, ...member.companions.keys()].filter((device) => member !== sender.person || device !== sender.device)
      .map((device) => member.jid(group.naming, device))
  );
}
function otherName(world: World, jid: string): string {
  const { server, device } = parseJid(jid);
  return world.find(jid)?.jid(server === "lid" ? "pn" : "lid", device) ?? "";
}

async function readAtPhone(
  world: World,
  companion: Companion,
  person: Person,
  stanza: Node,
  sealed: Node[],
  accepted?: Accepted,
  group?: Group,
): Promise<void> {
  const chat = isGroup(stanza.attrs.to ?? "") ? stanza.attrs.to : undefined;
  try {
    if (person.blind > 0) {
      person.blind--;
      throw new Error("This phone was told not to be able to read.");
    }
    let content: proto.Message | undefined;
    for (const one of sealed) {
      content = await open(companion, person, one, group ?? world.groups.get(chat ?? "")) ?? content;
    }
    if (content) await understand(world, companion, person, stanza, content, sealed.at(-1)?.attrs.type ?? "", accepted);
  } catch (error) {
    world.complaints.push(
      `${person.pn} could not read ${stanza.attrs.id}: ${error instanceof Error ? error.message : error}`,
    );
    askAgain(world, companion, person, stanza, group);
  }
}

/** Nothing when it only brought a group's key. */
async function open(companion: Companion, person: Person, { attrs, content }: Node, group?: Group) {
  if (!Buffer.isBuffer(content)) throw new Error("An <enc> without bytes.");
  if (attrs.type === "skmsg") {
    const chain = person.phone.receiving.get(`${group?.id}/${companion.address}`);
    if (!chain) throw new Error("A group message without its key.");
    return unpad(chain.decrypt(content));
  }
  const message = unpad(await person.phone.decrypt(companion.address, attrs.type ?? "", content));
  const given = message.senderKeyDistributionMessage ??
    message.deviceSentMessage?.message?.senderKeyDistributionMessage;
  if (!given) return message;
  const { groupId, axolotlSenderKeyDistributionMessage: bytes } = given;
  if (groupId && bytes) person.phone.receiving.set(`${groupId}/${companion.address}`, new ReceivingChain(bytes));
  const { senderKeyDistributionMessage: _, messageContextInfo: __, ...rest } = proto.Message.toObject(message);
  return Object.keys(rest).length ? message : undefined;
}

async function understand(
  world: World,
  companion: Companion,
  person: Person,
  stanza: Node,
  content: proto.Message,
  type: string,
  accepted?: Accepted,
): Promise<void> {
  const own = person === companion.person;
  const request = (content.deviceSentMessage?.message ?? content).protocolMessage?.peerDataOperationRequestMessage;
  if (own && request) return await answerRequest(world, companion, stanza, request);
  if (!accepted) return;
  const { deviceSentMessage } = content;
  if (own && deviceSentMessage) accepted.ownCopy = true;
  else if (own) accepted.ownCopy = world.groups.has(accepted.to);
  else if (deviceSentMessage) throw new Error("A copy for the own phone came to somebody else.");
  accepted.message ??= deviceSentMessage?.message ?? content;
  // Baileys answers one phone's retry by sending to everybody again: those who read it know it by its id.
  if (own || accepted.readBy[person.pn]) return;
  accepted.readBy[person.pn] = type;
  answerReceipts(world, companion, person, accepted);
}

async function answerRequest(
  world: World,
  companion: Companion,
  { attrs }: Node,
  request: proto.Message.IPeerDataOperationRequestMessage,
): Promise<void> {
  for (const { messageKey } of request.placeholderMessageResendRequest ?? []) {
    const author = world.find(messageKey?.participant || messageKey?.remoteJid || "");
    const id = messageKey?.id ?? "";
    if (!author?.said.has(id)) continue;
    await writePeer(world, companion, placeholderAnswer(world, attrs.id ?? "", author, id));
  }
}

function relay(
  world: World,
  sender: Companion,
  person: Person,
  device: number,
  stanza: Node,
  sealed: Node[],
  group?: Group,
): void {
  const target = person.companions.get(device);
  if (!target) return;
  const { id, to = "", type, edit, recipient } = stanza.attrs;
  const naming = parseJid(to).server === "lid" ? "lid" : "pn";
  const own = person === sender.person;
  const address = group
    ? { from: group.id, ...actorAttrs(group, sender.person), participant: sender.jid(group.naming) }
    : {
      from: sender.jid(naming),
      [naming === "pn" ? "sender_lid" : "sender_pn"]: sender.person.jid(naming === "pn" ? "lid" : "pn"),
      recipient: own ? recipient ?? to : undefined,
    };
  const identity = child(stanza, "device-identity");
  const attrs = { ...address, id, type, edit, t: world.seconds(), notify: sender.person.name ?? undefined };
  deliver(target, node("message", attrs, [...sealed, identity]));
}
