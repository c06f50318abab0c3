// Groups as WhatsApp describes them: kept so that neither sending nor reading asks for the members each time.
import type { GroupMetadata, GroupParticipant, ParticipantAction, WASocket } from "@whiskeysockets/baileys";
import type { Host, Peer } from "../../sdk/mod.ts";
import { addressOf, sameUser } from "./jids.ts";
import type { Groups } from "../wire/line.ts";
import { type People, readableName } from "./names.ts";

const KEPT = 2_000;
/** Descriptions asked for at the same time. */
const AT_ONCE = 3;
/** A notice of a change may have been missed: after this long a description is asked for again, ms. */
const FRESH_MS = 12 * 3_600_000;
/** A group that could not be had is not asked for again before, ms. */
const REST_MS = 10 * 60_000;

export class GroupBook implements Groups {
  readonly #known = new Map<string, { metadata: GroupMetadata; at: number }>();
  readonly #refused = new Map<string, number>();
  readonly #asking = new Map<string, Promise<GroupMetadata | undefined>>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(
    readonly host: Host,
    readonly socket: () => Pick<WASocket, "groupMetadata"> | undefined,
    readonly people: People,
  ) {}

  async of(jid: string): Promise<GroupMetadata | undefined> {
    const now = this.host.clock.now();
    const kept = this.#known.get(jid);
    if (kept && now - kept.at < FRESH_MS) return kept.metadata;
    if (now < (this.#refused.get(jid) ?? 0)) return kept?.metadata;
    const asking = this.#asking.get(jid) ?? this.#ask(jid).finally(() => this.#asking.delete(jid));
    this.#asking.set(jid, asking);
    return await asking ?? kept?.metadata;
  }
  known(jid: string): GroupMetadata | undefined {
    return this.#known.get(jid)?.metadata;
  }
  forget(jid: string): void {
    this.#known.delete(jid);
  }

  /** The group as a peer. What it is called is asked for where it is not known, unless `quietly`. */
  async peerOf(jid: string, quietly = false): Promise<Peer> {
    const metadata = quietly ? this.known(jid) : await this.of(jid);
    return this.#peer(jid, metadata?.subject);
  }
  #peer(jid: string, subject: string | undefined): Peer {
    const name = readableName(subject);
    return { identities: [{ kind: "group", value: addressOf(jid).user }], ...(name ? { name } : {}) };
  }

  /** A whole description came. */
  async put(metadata: GroupMetadata): Promise<void> {
    this.#known.delete(metadata.id);
    this.#known.set(metadata.id, { metadata, at: this.host.clock.now() });
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    this.#refused.delete(metadata.id);
    await this.people.learn((metadata.participants ?? []).map(pairOf));
  }

  /** Something about the group changed; a new name is told. */
  async change(change: Partial<GroupMetadata>): Promise<void> {
    const { id, subject } = change;
    if (!id || addressOf(id).kind !== "group") return;
    const kept = this.#known.get(id);
    const old = kept?.metadata.subject;
    if (kept) kept.metadata = { ...kept.metadata, ...change, participants: kept.metadata.participants };
    if (subject === undefined || subject === old) return;
    await this.host.receive({ kind: "profile", at: this.host.clock.now(), peer: this.#peer(id, subject) });
  }

  /** Members came, went or changed. */
  async members(
    id: string,
    action: ParticipantAction,
    participants: GroupParticipant[],
    isMe: (member: GroupParticipant) => boolean,
  ): Promise<void> {
    await this.people.learn(participants.map(pairOf));
    const kept = this.#known.get(id);
    if (!kept) return;
    if (action === "modify" || (action === "remove" && participants.some(isMe))) return this.forget(id);
    const touched = (one: GroupParticipant) => participants.find((member) => isSame(member, one));
    const before = kept.metadata.participants;
    const rest = before.filter((one) => !touched(one));
    if (action === "remove") kept.metadata = { ...kept.metadata, participants: rest };
    else {
      const admin = action === "promote" ? "admin" as const : null;
      const after = participants.map((member) => ({ ...before.find((one) => isSame(member, one)), ...member, admin }));
      kept.metadata = { ...kept.metadata, participants: [...rest, ...after] };
    }
    kept.metadata.size = kept.metadata.participants.length;
  }

  async #ask(jid: string): Promise<GroupMetadata | undefined> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running++;
    try {
      const metadata = await this.socket()?.groupMetadata(jid);
      if (metadata) await this.put(metadata);
      return metadata;
    } catch {
      this.#refused.set(jid, this.host.clock.now() + REST_MS);
      if (this.#refused.size > KEPT) this.#refused.delete(this.#refused.keys().next().value!);
      this.host.log.warn("a group's description could not be had");
      return undefined;
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** A member's two addresses, whichever of them names it in this group. */
export function pairOf(member: GroupParticipant): { lid?: string; pn?: string } {
  const all = [member.id, member.lid, member.phoneNumber];
  return {
    lid: all.find((jid) => addressOf(jid).kind === "lid"),
    pn: all.find((jid) => addressOf(jid).kind === "phone"),
  };
}
function isSame(one: GroupParticipant, other: GroupParticipant): boolean {
  const [a, b] = [pairOf(one), pairOf(other)];
  return sameUser(a.lid, b.lid) || sameUser(a.pn, b.pn);
}
