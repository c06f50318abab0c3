// Who is behind WhatsApp's addresses. Pairs of hidden id and number come from every side: they are kept here and, where the
// product may know the two as different people, told once.
import type { WASocket } from "@whiskeysockets/baileys";
import { phone } from "../../sdk/phone.ts";
import type { Host, Identity, Peer } from "../../sdk/mod.ts";
import { addressOf } from "./jids.ts";
import type { Names } from "../wire/line.ts";

/** Pairs and told pairs kept in memory; the older ones are found again in the keys. */
const KEPT = 20_000;

/** A map that forgets the oldest entry. */
class Bounded<V> extends Map<string, V> {
  override set(key: string, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > KEPT) this.delete(this.keys().next().value!);
    return this;
  }
}

export class People implements Names {
  readonly #pnOf = new Bounded<string>();
  readonly #lidOf = new Bounded<string>();
  /** Hidden ids that were given to the host without a number. */
  readonly #alone = new Bounded<true>();
  readonly #told = new Bounded<string>();
  /** What somebody was called here first. */
  readonly #words = new Bounded<string>();

  /** `socket` answers the connection of the moment: its keys hold pairs of earlier days. */
  constructor(readonly host: Host, readonly socket: () => Pick<WASocket, "authState"> | undefined) {}

  async identitiesOf(jid: string, alt?: string | null): Promise<Identity[]> {
    const { kind, user } = addressOf(jid);
    const other = addressOf(alt);
    if (kind === "group") return [{ kind: "group", value: user }];
    if (kind === "other") return [];
    if (kind === "lid" && other.kind === "phone") await this.pair(user, other.user);
    if (kind === "phone" && other.kind === "lid") await this.pair(other.user, user);
    const lid = kind === "lid" ? user : await this.#lid(user);
    const pn = kind === "phone" ? user : await this.#pn(user);
    if (lid && pn) await this.#tellIfAlone(lid, pn);
    else if (lid) this.#alone.set(lid, true);
    return [...(lid ? [{ kind: "lid" as const, value: lid }] : []), ...(pn ? [phone(pn)] : [])];
  }

  async peerOf(jid: string, alt?: string | null, name?: string | null): Promise<Peer> {
    const shown = readableName(name);
    return { identities: await this.identitiesOf(jid, alt), ...(shown ? { name: shown } : {}) };
  }

  async pair(lid: string, pn: string): Promise<void> {
    const [hidden, number] = [digits(lid, "lid"), digits(pn, "phone")];
    if (!hidden || !number) return;
    const before = this.#keep(hidden, number);
    if (this.#told.get(hidden) === number) return;
    this.#told.set(hidden, number);
    this.#alone.delete(hidden);
    const [from, to, at] = [{ kind: "lid" as const, value: hidden }, phone(number), this.host.clock.now()];
    // A hidden id stays with its person: another number for it is that person's new number.
    const moved = before !== undefined && phone(before).value !== to.value;
    try {
      await this.host.receive({ kind: "identity", at, from, to });
      if (moved) await this.host.receive({ kind: "identity", at, from: phone(before), to });
    } catch {
      // The messages of the person carry both; the next sign of the pair tells it again.
      this.#told.delete(hidden);
    }
  }

  /** Pairs that come in masses (members of groups, the phone's history): told only of people who were met without a number. */
  async learn(pairs: Iterable<{ lid?: string | null; pn?: string | null }>): Promise<void> {
    for (const { lid, pn } of pairs) {
      const [hidden, number] = [digits(lid, "lid"), digits(pn, "phone")];
      if (!hidden || !number) continue;
      this.#keep(hidden, number);
      await this.#tellIfAlone(hidden, number);
    }
  }

  /** One word for one person, also once more is known of them: what is ordered or counted by it must not fall apart. */
  wordFor(jid: string | null | undefined, alt?: string | null): string {
    const { kind, user } = addressOf(jid);
    if (kind === "other") return `other:${jid}`;
    if (kind === "group") return `group:${user}`;
    const known = kind === "lid" ? this.#pnOf.get(user) : this.#lidOf.get(user);
    const other = addressOf(alt);
    const counterpart = ["lid", "phone"].includes(other.kind) && other.kind !== kind ? other.user : known;
    const [lid, pn] = kind === "lid" ? [user, counterpart] : [counterpart, user];
    const all = [...(lid ? [`lid:${lid}`] : []), ...(pn ? [`phone:${pn}`] : [])];
    const word = all.map((one) => this.#words.get(one)).find(Boolean) ?? all[0]!;
    for (const one of all) this.#words.set(one, word);
    return word;
  }

  async #tellIfAlone(lid: string, pn: string): Promise<void> {
    if (this.#alone.has(lid)) await this.pair(lid, pn);
  }
  #keep(lid: string, pn: string): string | undefined {
    const before = this.#pnOf.get(lid);
    this.#pnOf.set(lid, pn);
    this.#lidOf.set(pn, lid);
    return before === pn ? undefined : before;
  }
  async #pn(lid: string): Promise<string | undefined> {
    return this.#pnOf.get(lid) ?? await this.#stored(`${lid}_reverse`, (pn) => this.#keep(lid, pn));
  }
  async #lid(pn: string): Promise<string | undefined> {
    return this.#lidOf.get(pn) ?? await this.#stored(pn, (lid) => this.#keep(lid, pn));
  }
  /** From the keys, where Baileys keeps pairs. Its own look-up would ask WhatsApp for each number it does not know. */
  async #stored(name: string, found: (user: string) => void): Promise<string | undefined> {
    const keys = this.socket()?.authState.keys;
    const user = (await keys?.get("lid-mapping", [name]))?.[name];
    if (typeof user !== "string" || !/^\d+$/.test(user)) return;
    found(user);
    return user;
  }
}

function digits(address: string | null | undefined, kind: "lid" | "phone"): string | undefined {
  if (!address) return;
  if (!address.includes("@")) return /^\d{1,20}$/.test(address) ? address : undefined;
  const found = addressOf(address);
  return found.kind === kind ? found.user : undefined;
}

/** A name as people can read it, or nothing: of only emoji it is a name, of only spaces and invisible signs it is none. */
export function readableName(name: string | null | undefined): string | undefined {
  const plain = (name ?? "").toWellFormed().replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ").trim();
  return /[^\s\p{Cf}\u115f\u1160\u3164\ufe0f\u2800]/u.test(plain) ? plain.slice(0, 250) : undefined;
}
