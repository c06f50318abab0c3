// Somebody with WhatsApp: a number, the id that hides it, a phone, and the devices linked to it.
import { Buffer } from "node:buffer";
import type { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "./companion.ts";
import { lidJid, type Naming, pnJid } from "../nodes/jids.ts";
import { ReceivingChain, SendingChain } from "../keys/sender-keys.ts";
import { SignalParty } from "../keys/signal-party.ts";

export interface Picture {
  id: string;
  bytes: Buffer;
}

/** A message as its author wrote it: content and the stanza's attributes for each linked device. */
export interface Said {
  content: proto.IMessage;
  group?: string;
  attrs: (companion: Companion) => Record<string, string | undefined>;
}

/** The phone, device 0. A new one has new keys. */
class Phone extends SignalParty {
  /** By group. */
  readonly sending = new Map<string, SendingChain>();
  /** By group and sender's device. */
  readonly receiving = new Map<string, ReceivingChain>();
  chainFor(group: string): SendingChain {
    const chain = this.sending.get(group) ?? new SendingChain();
    this.sending.set(group, chain);
    return chain;
  }
}

export class Person {
  phone = new Phone();
  readonly companions = new Map<number, Companion>();
  /** Shown with each message; null sends none. */
  name: string | null;
  about = "Hey there! I am using WhatsApp.";
  picture?: Picture;
  /** False for a number that is not on WhatsApp. */
  exists = true;
  /** Shop name given at linking. */
  business?: string;
  readonly blocked = new Set<string>();
  readonly privacy = new Map([
    ["readreceipts", "all"],
    ["profile", "all"],
    ["status", "all"],
    ["online", "all"],
    ["last", "all"],
    ["groupadd", "all"],
    ["calladd", "all"],
  ]);
  /** App state: the version and the patches above it, by collection. */
  readonly appState = new Map<string, Buffer[]>();
  /** How many messages from now on this person's phone fails to read. */
  blind = 0;
  /** Own messages by id, as they were when sent: retry receipts and placeholders ask for them. */
  readonly said = new Map<string, Said>();
  readonly standing = { restrictedUntil: 0, quota: 1000, used: 0, capping: "NONE" };
  nextDevice = 1;

  constructor(readonly pn: string, readonly lid: string, name: string | null) {
    this.name = name;
  }

  jid(naming: Naming, device = 0): string {
    return naming === "pn" ? pnJid(this.pn, device) : lidJid(this.lid, device);
  }
  /** Lost or replaced: every session and chain starts anew. */
  replacePhone(): void {
    this.phone = new Phone();
  }
}
