// Everything a socket tells, brought to the host: in order within a conversation, and nothing stops what comes after it.
import { type BaileysEventMap, type BinaryNode, proto, type WAMessage } from "@whiskeysockets/baileys";
import type { Host, InboundEvent } from "../../sdk/mod.ts";
import { NotStored, takeBeforeReceipt } from "../wire/before-receipt.ts";
import { noteBook, noteHistory } from "./book.ts";
import { Calls } from "./calls.ts";
import { bring, learnFrom, liveIn } from "./history.ts";
import { addressOf, sameUser } from "../people/jids.ts";
import { listenTo } from "../people/listening.ts";
import { chatOf, eventOf, type InboundLine, isOwnEcho, isWanted, unreadable } from "./message-event.ts";
import { Queues } from "./queue.ts";
import { earlyFates, GroupReceipts, groupStatus, receiptOf, statusEvent } from "./receipts.ts";
import { quota, restriction } from "../wire/standing.ts";
import { Typing } from "./typing.ts";
import { pairOf } from "../people/groups.ts";

const { Status } = proto.WebMessageInfo;
/** Conversations worked on at once. */
const AT_ONCE = 8;
/** WhatsApp does not send again what was confirmed: while the host cannot store, it is tried so often, with these pauses, ms. */
const PAUSES = [250, 1_000, 4_000, 15_000, 30_000, 30_000];
/** The end of a call that rang while we were away comes within this time, if at all, ms. */
const OVERDUE_MS = 3_000;
/** Messages of which it is known that they were taken before their confirmation. */
const TAKEN = 10_000;
/** Pictures looked up on one occasion: of groups met for the first time. */
const PICTURES = 100;

/** What outlives a socket: the order of what is not stored yet, counted receipts, calls that ring. */
interface Kept {
  queues: Queues;
  receipts: GroupReceipts;
  calls: Calls;
  /** Groups whose picture was asked for. */
  seen: Set<string>;
  /** Messages that were stored before they were confirmed, and come again as events. */
  taken: Set<string>;
}
const everything = new WeakMap<Host, Kept>();
function keptOf(host: Host): Kept {
  const failed = (error: unknown) => host.log.error("what WhatsApp told was lost", { error: nameOf(error) });
  const kept = everything.get(host) ?? {
    queues: new Queues(AT_ONCE, failed),
    receipts: new GroupReceipts(),
    calls: new Calls(),
    seen: new Set<string>(),
    taken: new Set<string>(),
  };
  everything.set(host, kept);
  return kept;
}
const wordOf = ({ key }: WAMessage) => `${key.remoteJid},${key.id}`;
const nameOf = (error: unknown) => error instanceof Error ? error.name : typeof error;

/** Listens to a new socket. WhatsApp has its confirmation before we hear of a message: nothing that was told may be dropped. */
export function receiveFrom(line: InboundLine): void {
  const { host, socket } = line;
  const receiver = new Receiver(line, keptOf(host));
  takeBeforeReceipt(socket, (message) => receiver.takeFirst(message));
  socket.ws.on("CB:receipt", (stanza: BinaryNode) => receiver.receipt(stanza));
  socket.ev.process((events) => {
    try {
      receiver.take(events);
    } catch (error) {
      host.log.error("an event of WhatsApp could not be read", { error: nameOf(error) });
    }
  });
}

/** Resolves when everything that was told is stored: before the connection is let go. */
export async function allReceived(host: Host): Promise<void> {
  await everything.get(host)?.queues.idle();
}

class Receiver {
  readonly #typing = new Typing();
  readonly #since: number;

  constructor(readonly line: InboundLine, readonly kept: Kept) {
    // Messages carry whole seconds.
    this.#since = Math.floor(line.host.clock.now() / 1000) * 1000;
  }

  take(events: Partial<BaileysEventMap>): void {
    const pair = events["lid-mapping.update"];
    if (pair) this.#add("people", () => this.line.names.pair(pair.lid, pair.pn));
    const history = events["messaging-history.set"];
    if (history) this.#history(history);
    const people = [...events["contacts.upsert"] ?? [], ...events["contacts.update"] ?? []];
    for (const contact of people) this.#contact(contact);
    // In the same row as the history: both write the book.
    if (people.some(({ name }) => name)) this.#add("history", () => noteBook(this.line, people));
    if (this.line.host.groups) this.#groups(events);
    for (const message of events["messages.upsert"]?.messages ?? []) this.#message(message);
    for (const { key, update } of events["messages.update"] ?? []) {
      // Whether a message arrived, receipts say (`receipt`); here is whether WhatsApp took it.
      if (typeof update.status !== "number" || key.fromMe !== true || update.status >= Status.DELIVERY_ACK) continue;
      const code = update.messageStubParameters?.[0] ?? undefined;
      const { status } = update;
      this.#add(this.line.names.wordFor(key.remoteJid), async () => {
        await this.#store(await statusEvent(this.line, key, status, code));
      });
    }
    for (const { key, receipt } of events["message-receipt.update"] ?? []) {
      if (!this.line.host.groups) break;
      this.#add(this.line.names.wordFor(key.remoteJid), async () => {
        await this.#store(await groupStatus(this.line, this.kept.receipts, key, receipt));
      });
    }
    for (const call of events.call ?? []) {
      this.#call(call);
    }
    const presence = events["presence.update"];
    if (presence) this.#presence(presence);
    const now = this.line.host.clock.now();
    const lock = events["connection.update"]?.reachoutTimeLock;
    if (lock) this.#add("standing", () => this.#store(restriction(lock, now)));
    const capping = events["message-capping.update"];
    if (capping) this.#add("standing", () => this.#store(quota(capping, now)));
  }

  /** Ticks of a conversation of two, each by itself. */
  receipt(stanza: BinaryNode): void {
    const { pn, lid } = this.line.me();
    const receipt = receiptOf(stanza, (jid) => sameUser(jid, pn) || sameUser(jid, lid));
    if (!receipt) return;
    const { chat, ids, ack, own } = receipt;
    const at = this.line.host.clock.now();
    this.#add(this.line.names.wordFor(chat), async () => {
      const peer = await this.line.names.peerOf(chat);
      for (const externalId of ids) {
        await this.#store(own ? { kind: "seen", at, peer, externalId } : { kind: "status", at, peer, externalId, ack });
      }
    });
  }

  #add(key: string, work: () => Promise<unknown>): void {
    this.kept.queues.add(key, async () => void await work());
  }

  /** Before its confirmation. Resolves when it is stored, however long that takes. Throws NotStored where it could not be. */
  async takeFirst(message: WAMessage): Promise<void> {
    if (!isWanted(this.line, message)) return;
    const chat = chatOf(message)!;
    const { promise: stored, resolve, reject } = Promise.withResolvers<void>();
    this.#add(this.line.names.wordFor(chat, message.key.remoteJidAlt), async () => {
      try {
        await this.#one(message, chat);
        this.#remember(message);
        resolve();
      } catch (error) {
        reject(error instanceof NotStored ? error : new NotStored("the host could not store it", { cause: error }));
        throw error;
      }
    });
    await stored;
  }
  #remember(message: WAMessage): void {
    const { taken } = this.kept;
    taken.add(wordOf(message));
    if (taken.size > TAKEN) taken.delete(taken.values().next().value!);
  }

  #message(message: WAMessage): void {
    if (!message?.key || !isWanted(this.line, message)) return;
    const chat = chatOf(message)!;
    this.#add(this.line.names.wordFor(chat, message.key.remoteJidAlt), async () => {
      const { line, kept } = this;
      if (!isOwnEcho(message) && !kept.taken.has(wordOf(message))) await this.#one(message, chat);
      for (const fate of await earlyFates(line, kept.receipts, message)) await this.#store(fate);
      if (message.key.fromMe) return;
      void listenTo(line, chat);
      await this.#store(await this.#typing.wrote(line, chat));
    });
  }
  async #one(message: WAMessage, chat: string): Promise<void> {
    const event = await this.#read(message);
    await this.#store(event);
    const ofGroup = event?.kind === "message" && addressOf(chat).kind === "group";
    if (ofGroup && this.line.host.groups) await this.#picture(chat);
  }
  async #read(message: WAMessage): Promise<InboundEvent | null> {
    try {
      return await eventOf(this.line, message);
    } catch (error) {
      this.line.host.log.warn("a message could not be read", { error: nameOf(error) });
      return await unreadable(this.line, message);
    }
  }
  /** A group met for the first time: its picture is to be looked up. */
  async #picture(jid: string): Promise<void> {
    const { seen } = this.kept;
    if (seen.has(jid) || seen.size >= PICTURES) return;
    seen.add(jid);
    const peer = await this.line.groups.peerOf(jid);
    await this.#store({ kind: "profile", at: this.line.host.clock.now(), peer, lookup: true });
  }

  /** Stores, and tries again while the host cannot. What it can never store is kept as a message that says so. */
  async #store(event: InboundEvent | null): Promise<void> {
    if (!event) return;
    const { host } = this.line;
    for (let tries = 0;; tries++) {
      try {
        return await host.receive(event);
      } catch (error) {
        if (host.signal.aborted) throw new NotStored("the connection has ended");
        const pause = event.kind === "typing" ? undefined : PAUSES[tries];
        host.log.warn("an event could not be stored", { kind: event.kind, tries, error: nameOf(error) });
        if (pause === undefined) break;
        await host.clock.sleep(pause, host.signal).catch(() => {});
      }
    }
    if (event.kind !== "message") return;
    const { peer, sender, externalId, fromMe, at, payload } = event;
    const content = { type: "other", what: "unreadable" } as const;
    await host.receive({ kind: "message", peer, sender, externalId, fromMe, at, payload, content });
  }

  #history(history: BaileysEventMap["messaging-history.set"]): void {
    const { line } = this;
    for (const message of liveIn(history, this.#since)) this.#message(message);
    this.#add("history", async () => {
      await learnFrom(line, history);
      await noteHistory(line, history);
      await bring(line, history);
    });
  }
  #contact(contact: Partial<BaileysEventMap["contacts.upsert"][number]>): void {
    const { names, host } = this.line;
    const { id, lid, phoneNumber, imgUrl } = contact;
    const { kind } = addressOf(id);
    if (kind === "other" || (kind === "group" && !host.groups)) return;
    const pair = pairOf({ id: id!, lid, phoneNumber });
    this.#add("people", () => names.learn([pair]));
    if (imgUrl === undefined) return;
    this.#add(names.wordFor(id), async () => {
      const peer = await names.peerOf(id!);
      await this.#store({ kind: "profile", at: host.clock.now(), peer, lookup: true });
    });
  }
  #groups(events: Partial<BaileysEventMap>): void {
    const { groups, names, me } = this.line;
    for (const metadata of events["groups.upsert"] ?? []) {
      this.#add(names.wordFor(metadata.id), async () => {
        await groups.change(metadata);
        await groups.put(metadata);
      });
    }
    for (const change of events["groups.update"] ?? []) {
      this.#add(names.wordFor(change.id), () => groups.change(change));
    }
    const members = events["group-participants.update"];
    if (!members) return;
    const isMe = (member: { id: string; lid?: string; phoneNumber?: string }) => {
      const { lid, pn } = pairOf(member);
      return sameUser(pn, me().pn) || sameUser(lid, me().lid);
    };
    this.#add(
      names.wordFor(members.id),
      () => groups.members(members.id, members.action, members.participants ?? [], isMe),
    );
  }
  #presence(presence: BaileysEventMap["presence.update"]): void {
    if (!["lid", "phone"].includes(addressOf(presence.id).kind)) return;
    this.#add(this.line.names.wordFor(presence.id), async () => {
      await this.#store(await this.#typing.take(this.line, presence));
    });
  }
  #call(call: BaileysEventMap["call"][number]): void {
    const { host } = this.line;
    this.#add("calls", async () => {
      await this.#store(await this.kept.calls.take(this.line, call));
      if (!call.offline || call.status !== "offer") return;
      void host.clock.sleep(OVERDUE_MS, host.signal).catch(() => {}).then(() =>
        this.#add("calls", async () => {
          for (const missed of this.kept.calls.overdue()) await this.#store(missed);
        })
      );
    });
  }
}
