// A line to the simulator as the plugin's parts get it, with names and groups that know only what a test tells them.
import { type GroupMetadata, jidDecode, jidNormalizedUser } from "@whiskeysockets/baileys";
import { MemoryHost, realClock } from "../../sdk/memory-host.ts";
import type { Identity, OutboundMessage, Peer } from "../../sdk/mod.ts";
import { phone } from "../../sdk/phone.ts";
import type { Line } from "../wire/line.ts";
import { getMessageOf } from "../wire/payload.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { Client, until } from "../simulator/testing/client.ts";

/** Waiting takes a twentieth of its time. */
const HURRY = 20;
const hurried = {
  now: realClock.now,
  sleep: (ms: number, signal?: AbortSignal) => realClock.sleep(ms / HURRY, signal),
};

/** One linked account. A new socket is a new line; host, names and groups stay. */
export class Account {
  readonly host = new MemoryHost({ clock: hurried });
  readonly pairs = new Map<string, string>();
  readonly metadata = new Map<string, GroupMetadata>();
  readonly client: Client;
  readonly names: Line["names"] = {
    identitiesOf: (jid) => {
      const { user = "", server } = jidDecode(jid) ?? {};
      if (server === "g.us") return Promise.resolve([{ kind: "group", value: user }]);
      const [pn] = server === "lid" ? [...this.pairs].find(([, lid]) => lid === user) ?? [] : [user];
      const lid = server === "lid" ? user : this.pairs.get(user);
      const known: Identity[] = lid ? [{ kind: "lid", value: lid }] : [];
      return Promise.resolve(pn ? [...known, phone(pn)] : known);
    },
    peerOf: async (jid) => ({ identities: await this.names.identitiesOf(jid) }),
    pair: (lid, pn) => {
      this.pairs.set(jidDecode(pn)?.user ?? "", jidDecode(lid)?.user ?? "");
      return Promise.resolve();
    },
  };
  readonly groups: Line["groups"] = {
    of: async (jid) => {
      const known = this.metadata.get(jid) ?? await this.client.socket.groupMetadata(jid).catch(() => undefined);
      if (known) this.metadata.set(jid, known);
      return known;
    },
    known: (jid) => this.metadata.get(jid),
    forget: (jid) => void this.metadata.delete(jid),
  };

  constructor(readonly simulator: Simulator, readonly pn: string) {
    this.client = new Client(simulator, {
      emitOwnEvents: false,
      getMessage: getMessageOf(this.host, this.names),
      cachedGroupMetadata: (jid) => Promise.resolve(this.metadata.get(jid)),
    });
  }
  get line(): Line {
    const { host, names, groups, client } = this;
    const me = () => {
      const { id = "", lid } = client.auth.creds.me ?? {};
      return { pn: jidNormalizedUser(id), lid: lid && jidNormalizedUser(lid) };
    };
    return { host, names, groups, socket: client.socket, me };
  }
  /** What its readers saw of a message, once somebody read it. */
  async read(id: string, by: number = 1) {
    const look = () =>
      this.simulator.state({ account: this.pn }).accepted.find((one) =>
        one.id === id && one.message && Object.keys(one.readBy).length >= by
      );
    const { message, ...rest } = await until(look, `${id} to be read`);
    return { ...rest, message: message! };
  }
}

export const person = (digits: string): Peer => ({ identities: [phone(digits)] });
export const hidden = (lid: string): Peer => ({ identities: [{ kind: "lid", value: lid }] });
export const group = (jid: string): Peer => ({ identities: [{ kind: "group", value: jid.split("@")[0]! }] });

let serial = 0;
/** A message with a key of its own. */
export function message(to: Peer, rest: Partial<OutboundMessage>): OutboundMessage {
  return { key: `key-${++serial}-${Math.random()}`, to, human: true, ...rest };
}
