// Drives the service: plays the account's phone, its contacts and the weather. Every call takes one object of `commands.ts`, so
// that a test in this process and one behind the control port say the same.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "./people/companion.ts";
import { type Inputs, inputs } from "./commands.ts";
import { type Context, messageOf } from "./content/content.ts";
import { deliver } from "./traffic/delivery.ts";
import { disturb, kick } from "./disruptions.ts";
import type { Group } from "./people/group.ts";
import { conversations, writeHistory } from "./traffic/history.ts";
import { writeFromPhone, writeInGroup, writePlaceholder, writePost, writeStory, writeTo } from "./traffic/incoming.ts";
import { pnJid } from "./nodes/jids.ts";
import { link, readQr } from "./linking/link.ts";
import { fileOf } from "./content/reading.ts";
import { node } from "./nodes/node.ts";
import { typeCode } from "./linking/pairing-code.ts";
import type { Person } from "./people/person.ts";
import { changeMembers, newGroup, renameGroup } from "./queries/groups.ts";
import { askAgain, lowKeys, readOnPhone, tick } from "./traffic/receipts.ts";
import { Service } from "./service.ts";
import { presence, ring, ringEnds, tellPicture, tellStanding, typing } from "./traffic/signals.ts";
import type { Accepted } from "./people/world.ts";

type ReadContent = Parameters<typeof messageOf>[1];

export class Simulator extends Service {
  /** Makes or changes somebody; accounts are people whose phone links a client. */
  person(input: Inputs["person"]): { pn: string; lid: string } {
    const { pn, picture, standing, ...rest } = inputs.person.parse(input);
    const person = this.world.person(pn);
    Object.assign(person, Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)));
    Object.assign(person.standing, standing);
    if (standing) { for (const companion of this.#companions(pn)) tellStanding(this.world, companion); }
    if (picture === null) person.picture = undefined;
    else if (picture) person.picture = { id: this.world.chance.digits(10), bytes: Buffer.from(picture, "base64") };
    return { pn, lid: person.lid };
  }

  /** How the service behaves towards everybody. */
  settings(input: Inputs["settings"]): void {
    Object.assign(this.world.options, inputs.settings.parse(input));
  }

  /** The phone scans a QR text. Resolves when the client agreed and was told to come again. */
  async scan(input: Inputs["scan"]): Promise<{ device: number }> {
    const { pn, qr } = inputs.scan.parse(input);
    const { ref, noise, identity, secret } = readQr(qr);
    const client = [...this.hub.unlinked.values()].find(({ refs }) => refs.includes(ref));
    if (!client) throw new Error("This QR is of no client that is connected.");
    if (!client.noise.equals(noise) || !client.identity.equals(identity)) {
      throw new Error("The QR shows other keys than the client's.");
    }
    const { device } = await link(this.world, this.world.person(pn), client, secret);
    return { device };
  }

  /** Somebody types a pairing code on the phone. Rejects when it is not the client's. */
  async typeCode(input: Inputs["typeCode"]): Promise<{ device: number }> {
    const { pn, code } = inputs.typeCode.parse(input);
    const client = await this.world.until(
      () => [...this.hub.unlinked.values()].find((one) => one.code?.pn === pn),
      `a client to ask for a code for ${pn}`,
    );
    const owner = this.world.person(pn);
    const secret = await typeCode(this.world, owner, client, code);
    const { device } = await link(this.world, owner, client, secret);
    return { device };
  }

  /** A contact writes to the account, or in one of its groups. */
  async say(input: Inputs["say"]): Promise<{ id: string }> {
    const { account, from, group, where, name, naming, broken, freshSession, ...said } = inputs.say.parse(input);
    const author = this.world.person(from);
    const owner = this.world.person(account);
    const place = this.#group(group);
    const chatNaming = place?.naming ?? (naming === "pn" ? "pn" : "lid");
    const writing = {
      ...this.#writing(said, author, place?.id ?? owner.jid(chatNaming), chatNaming),
      naming,
      name: name === undefined ? author.name : name,
    };
    if (freshSession) { for (const { address } of owner.companions.values()) author.phone.forget(address); }
    if (place) await writeInGroup(this.world, author, place, writing);
    else if (where === "story") await writeStory(this.world, author, owner, writing);
    else if (where !== "chat") writePlaceholder(this.world, author, owner, writing, where === "view-once");
    else await writeTo(this.world, author, owner, writing, broken);
    return { id: writing.id };
  }

  /** Somebody writes on the account's own phone. */
  async sayFromPhone(input: Inputs["sayFromPhone"]): Promise<{ id: string }> {
    const { account, to, group, naming, ...said } = inputs.sayFromPhone.parse(input);
    const owner = this.world.person(account);
    const place = this.#group(group);
    const contact = to === undefined ? undefined : this.world.person(to);
    if (!place && !contact) throw new Error("Say to whom, or in which group.");
    const chatNaming = place?.naming ?? naming;
    const chat = place?.id ?? contact!.jid(naming);
    const writing = { ...this.#writing(said, owner, chat, chatNaming), naming: chatNaming, name: owner.name };
    if (place) await writeInGroup(this.world, owner, place, writing);
    else await writeFromPhone(this.world, owner, contact!, writing);
    return { id: writing.id };
  }

  /** A channel's post. */
  post(input: Inputs["post"]): { id: string } {
    const { account, channel, ...said } = inputs.post.parse(input);
    const owner = this.world.person(account);
    const writing = { ...this.#writing(said, owner, channel, "lid"), naming: "lid" as const, name: null };
    writePost(this.world, owner, channel, writing);
    return { id: writing.id };
  }

  /** The very same bytes once more. */
  redeliver(input: Inputs["redeliver"]): void {
    const { account, id } = inputs.redeliver.parse(input);
    const given = this.#companions(account).flatMap((companion) => {
      const stanza = companion.given.get(id);
      return stanza ? [() => deliver(companion, stanza)] : [];
    });
    if (!given.length) throw new Error(`No message ${id} was delivered.`);
    for (const again of given) again();
  }

  /** Somebody's phone got, read or played messages the account sent. */
  tick(input: Inputs["tick"]): void {
    const { account, from, ids, type } = inputs.tick.parse(input);
    const accepted = ids.map((id) => this.#accepted(id));
    for (const companion of this.#companions(account)) {
      tick(this.world, companion, this.world.person(from), type, accepted);
    }
  }

  readOnPhone(input: Inputs["readOnPhone"]): void {
    const { account, from, ids, naming } = inputs.readOnPhone.parse(input);
    for (const companion of this.#companions(account)) {
      readOnPhone(this.world, companion, this.world.person(from), ids, naming);
    }
  }
  newPicture(input: Inputs["newPicture"]): void {
    const { account, pn, picture } = inputs.newPicture.parse(input);
    this.person({ pn, picture });
    for (const companion of this.#companions(account)) tellPicture(this.world, companion, this.world.person(pn));
  }

  typing(input: Inputs["typing"]): void {
    const { account, from, state, naming, group } = inputs.typing.parse(input);
    typing(this.#companions(account), this.world.person(from), state, naming, this.#group(group));
  }
  presence(input: Inputs["presence"]): void {
    const { account, from, online, naming } = inputs.presence.parse(input);
    presence(this.world, this.#companions(account), this.world.person(from), online, naming);
  }
  call(input: Inputs["call"]): { id: string } {
    const { account, from, video, id = this.world.chance.messageId() } = inputs.call.parse(input);
    ring(this.world, this.#companions(account), this.world.person(from), id, video);
    return { id };
  }
  endCall(input: Inputs["endCall"]): void {
    const { account, from, id, reason } = inputs.endCall.parse(input);
    ringEnds(this.world, this.#companions(account), this.world.person(from), id, reason);
  }

  newGroup(input: Inputs["newGroup"]): { id: string } {
    const { creator, subject, members, naming } = inputs.newGroup.parse(input);
    const people = members.map((pn) => this.world.person(pn));
    return { id: newGroup(this.world, this.world.person(creator), subject, people, naming).id };
  }
  changeGroup(input: Inputs["changeGroup"]): void {
    const { group, actor, what, members } = inputs.changeGroup.parse(input);
    const people = members.map((pn) => this.world.person(pn));
    changeMembers(this.world, this.#group(group)!, this.world.person(actor), what, people);
  }
  renameGroup(input: Inputs["renameGroup"]): void {
    const { group, actor, subject } = inputs.renameGroup.parse(input);
    renameGroup(this.world, this.#group(group)!, this.world.person(actor), subject);
  }

  /** The phone's past: for the next device that is linked, or at once. */
  async history(input: Inputs["history"]): Promise<void> {
    const { account, type, progress, chunkOrder, chats, names, when } = inputs.history.parse(input);
    const past = chats.map(({ messages, ...chat }) => ({
      ...chat,
      messages: messages.map(({ content, ...message }) => ({
        ...message,
        content: this.#message(
          content,
          this.world.person(message.author ?? chat.chat.split("@")[0]!),
          chat.chat,
          "lid",
        ),
      })),
    }));
    const sync: proto.IHistorySync = {
      syncType: proto.HistorySync.HistorySyncType[type],
      progress,
      chunkOrder,
      ...conversations(this.world, past),
      pushnames: Object.entries(names).map(([pn, pushname]) => ({ id: pnJid(pn), pushname })),
    };
    if (when === "link") this.world.history.set(account, [...this.world.history.get(account) ?? [], sync]);
    else for (const companion of this.#companions(account)) await writeHistory(this.world, companion, sync);
  }

  /** Ends the account's connections in one of the service's ways. */
  kick(input: Inputs["kick"]): void {
    const { account, how } = inputs.kick.parse(input);
    for (const companion of this.#companions(account)) kick(this.hub, companion, how);
  }
  disturb(input: Inputs["disturb"]): void {
    const { account, what } = inputs.disturb.parse(input);
    for (const companion of this.#companions(account)) disturb(this.world, companion, what);
  }
  /** Holds until it is called again; without anything it ends what was set. */
  fault(input: Inputs["fault"]): void {
    const { account, ...faults } = inputs.fault.parse(input);
    this.world.faults.set(account, faults);
  }
  reachable(input: Inputs["reachable"]): void {
    this.setReachable(inputs.reachable.parse(input).reachable);
  }
  /** Lost or replaced phone: new keys, and the account's devices are told. */
  newPhone(input: Inputs["newPhone"]): void {
    const person = this.world.person(inputs.newPhone.parse(input).pn);
    person.replacePhone();
    const attrs = {
      from: person.jid("pn"),
      type: "encrypt",
      id: this.world.chance.digits(10),
      t: this.world.seconds(),
    };
    for (const companion of [...this.world.people()].flatMap((one) => [...one.companions.values()])) {
      deliver(companion, node("notification", attrs, [node("identity")]));
    }
  }
  blind(input: Inputs["blind"]): void {
    const { pn, times } = inputs.blind.parse(input);
    this.world.person(pn).blind = times;
  }
  askAgain(input: Inputs["askAgain"]): void {
    const { account, from, id } = inputs.askAgain.parse(input);
    const { attrs } = this.#accepted(id);
    for (const companion of this.#companions(account)) {
      askAgain(this.world, companion, this.world.person(from), node("message", attrs));
    }
  }
  /** Others used up the account's one-time keys. */
  takePreKeys(input: Inputs["takePreKeys"]): void {
    const { account, leave, tell } = inputs.takePreKeys.parse(input);
    for (const companion of this.#companions(account)) {
      while (companion.preKeys.size > leave) companion.bundle();
      if (tell) lowKeys(this.world, companion);
    }
  }
  /** The phone removes its linked devices. */
  remove(input: Inputs["remove"]): void {
    for (const companion of this.#companions(inputs.remove.parse(input).account)) this.hub.remove(companion);
  }

  /** The file of a message the account sent, opened and checked. */
  file(input: Inputs["file"]): { bytes: Buffer; mimeType: string; fileName?: string } {
    const { message } = this.#accepted(inputs.file.parse(input).id);
    return fileOf(this.media, message ?? {});
  }
  /** Resolves when the account has a client that is logged in and receives. */
  async connected(input: Inputs["connected"]): Promise<void> {
    const { account, ms } = inputs.connected.parse(input);
    const look = () => this.#companions(account).some(({ active }) => active);
    await this.world.until(look, `${account} to be connected`, ms);
  }
  /** Resolves when those of the account's clients that are connected confirmed everything they were given. */
  async settled(input: Inputs["settled"]): Promise<void> {
    const { account, ms } = inputs.settled.parse(input);
    const look = () => this.#companions(account).every(({ active, waiting }) => !active || waiting.size === 0);
    await this.world.until(look, `${account} to confirm everything`, ms);
  }

  /** What one account did so far, or all. */
  state(input: Inputs["state"] = {}) {
    const { account, after = 0 } = inputs.state.parse(input);
    const listed = [...this.world.journal.values()].slice(after);
    const of = <T extends { account: string }>(all: readonly T[]) =>
      all.filter((one) => !account || one.account === account);
    const people = [...this.world.people()].filter(({ pn }) => account ? pn === account : this.hub.sockets(pn).logins);
    return {
      accepted: of(listed),
      /** For the next call's `after`. */
      next: this.world.journal.size,
      receipts: of(this.world.seenReceipts),
      signals: of(this.world.signals),
      complaints: this.world.complaints,
      accounts: people.map((person) => ({
        pn: person.pn,
        lid: person.lid,
        sockets: this.hub.sockets(person.pn),
        devices: [...person.companions.values()].map(({ device, active, preKeys, uploaded, waiting }) => ({
          device,
          active,
          preKeys: preKeys.size,
          uploaded,
          waiting: waiting.size,
        })),
      })),
      unlinked: this.hub.unlinked.size,
      uploads: this.media.uploads,
      downloads: this.media.downloads,
    };
  }

  #companions(pn: string): Companion[] {
    return [...this.world.person(pn).companions.values()];
  }
  #accepted(id: string): Accepted {
    const found = this.world.accepted(id);
    if (!found) throw new Error(`No client sent a message ${id}.`);
    return found;
  }
  #group(id: string | undefined): Group | undefined {
    const group = id === undefined ? undefined : this.world.groups.get(id);
    if (id !== undefined && !group) throw new Error(`There is no group ${id}.`);
    return group;
  }
  #message(content: ReadContent, author: Person, chat: string, naming: "pn" | "lid"): proto.IMessage {
    const name = (pn: string) => this.world.person(pn).jid(naming);
    const context: Context = { world: this.world, media: this.media, author: author.pn, chat, name };
    return messageOf(context, content);
  }
  #writing(
    { content, id, at }: { content: ReadContent; id?: string; at?: number },
    author: Person,
    chat: string,
    naming: "pn" | "lid",
  ) {
    return {
      content: this.#message(content, author, chat, naming),
      id: id ?? this.world.chance.messageId(),
      at: at ?? this.world.now(),
    };
  }
}
