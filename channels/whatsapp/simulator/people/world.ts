// Everything the simulated service knows, in memory: people, groups, what was sent, and how it should misbehave.
import type { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { Chance } from "../bytes/chance.ts";
import type { Group } from "./group.ts";
import { parseJid } from "../nodes/jids.ts";
import type { Node } from "../nodes/node.ts";
import { Person } from "./person.ts";

/** A message a client sent, once per message id and account. */
export interface Accepted {
  id: string;
  /** Number and device of the sender. */
  account: string;
  device: number;
  /** The contact's number or the group's address. */
  chat: string;
  /** As the client addressed it. */
  to: string;
  at: number;
  attrs: Record<string, string>;
  /** As the first recipient read it; nothing when nobody could. */
  message?: proto.IMessage;
  /** Phones that read it, by number, and how it was sealed for them. */
  readBy: Record<string, string>;
  /** The copy for the sender's own phone came, and was one. */
  ownCopy: boolean;
  /** How often it was sent, retries included. */
  sends: number;
  error?: string;
}
/** A receipt, nack or retry a client sent. */
export interface SeenReceipt {
  account: string;
  type: string;
  ids: string[];
  to: string;
  participant?: string;
  error?: string;
  at: number;
}
/** Typing and presence of clients, and answers to calls. */
export interface SeenSignal {
  account: string;
  tag: string;
  type: string;
  to: string;
}
/** What goes wrong until told otherwise. Each is for one account, or for all under "*". */
export interface Faults {
  /** Code in the acknowledgement of each send; the message goes nowhere. */
  refuseSends?: string;
  /** The acknowledgement, a refusal too, comes so many ms later. */
  ackDelayMs?: number;
  /** No acknowledgement and nothing else either. */
  swallowSends?: boolean;
  /** The connection breaks at the next send, before it is acknowledged. `after`: the message is delivered all the same. */
  dropAtSend?: "before" | "after";
  /** Each stanza of the client is read so many ms after it came. */
  slowMs?: number;
  /** Reason that logins are refused with. */
  refuseLogins?: string;
  /** HTTP status for media. */
  failUploads?: number;
  failDownloads?: number;
  /** Code for queries, by namespace. */
  failQueries?: Record<string, string>;
  /** Queries nobody answers, by namespace. */
  ignoreQueries?: string[];
}
export type Receipts = "none" | "delivered" | "read";

export interface WorldOptions {
  /** Makes ids and hidden numbers; the same seed gives the same. */
  seed: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** What contacts' phones answer to each message by themselves. */
  receipts: Receipts;
  /** The phone sends its keys and history after the first login by itself. */
  history: boolean;
}

export class World {
  readonly chance: Chance;
  readonly #people = new Map<string, Person>();
  readonly #byLid = new Map<string, Person>();
  readonly groups = new Map<string, Group>();
  /** By number and message id, in order. */
  readonly journal = new Map<string, Accepted>();
  readonly seenReceipts: SeenReceipt[] = [];
  readonly signals: SeenSignal[] = [];
  /** Protocol breaches of clients, in words. */
  readonly complaints: string[] = [];
  /** Queries answered, in order: `namespace child`. */
  readonly queries: string[] = [];
  readonly history = new Map<string, proto.IHistorySync[]>();
  readonly faults = new Map<string, Faults>();
  /** Client queries that nobody foresaw. */
  readonly unknownQueries: Node[] = [];
  mediaHost = "";
  readonly #watchers = new Set<() => void>();

  constructor(readonly options: WorldOptions) {
    this.chance = new Chance(options.seed);
  }

  now(): number {
    return this.options.clock();
  }
  /** Unix seconds, as stanzas carry them. */
  seconds(at = this.now()): number {
    return Math.floor(at / 1000);
  }

  /** The person with this number; made when new. */
  person(pn: string): Person {
    const known = this.#people.get(pn);
    if (known) return known;
    // From the number too: who comes first changes nothing.
    const lid = `1${new Chance(`${this.options.seed}/${pn}`).digits(14)}`;
    const made = new Person(pn, lid, null);
    this.#people.set(pn, made);
    this.#byLid.set(lid, made);
    return made;
  }
  /** Whoever has this address, by number or by hidden id. */
  find(jid: string): Person | undefined {
    const { user, server } = parseJid(jid);
    return server === "lid" ? this.#byLid.get(user) : this.#people.get(user);
  }
  people(): IterableIterator<Person> {
    return this.#people.values();
  }

  accepted(id: string): Accepted | undefined {
    for (const one of this.journal.values()) if (one.id === id) return one;
  }
  fault<K extends keyof Faults>(pn: string, name: K): Faults[K] {
    return this.faults.get(pn)?.[name] ?? this.faults.get("*")?.[name];
  }

  /** Tells those who wait that something happened. */
  changed(): void {
    for (const look of [...this.#watchers]) look();
  }
  /** Resolves with what `look` finds, at once or when something happens. Rejects after `ms`, saying `what` was missed. */
  until<T>(look: () => T | undefined | false, what: string, ms = 10_000): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(check);
        reject(new Error(`The simulator waited ${ms} ms for ${what}.`));
      }, ms);
      const check = () => {
        const found = look();
        if (found === undefined || found === false) return;
        clearTimeout(timer);
        this.#watchers.delete(check);
        resolve(found);
      };
      this.#watchers.add(check);
      check();
    });
  }
}
