// Where clients come in: login or linking, then each stanza to its part of the service.
import type { Buffer } from "node:buffer";
import type { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "./people/companion.ts";
import { announceOffline, asksForOffline, giveOffline } from "./traffic/delivery.ts";
import { firstHistory } from "./traffic/history.ts";
import { SERVER } from "./nodes/jids.ts";
import type { Line, LineOwner } from "./wire/line.ts";
import { offerRefs, readRegistration, type Unlinked } from "./linking/link.ts";
import { child, children, type Node, node } from "./nodes/node.ts";
import { takeMessage } from "./traffic/outgoing.ts";
import { codeStage } from "./linking/pairing-code.ts";
import { answer, leaves } from "./queries/queries.ts";
import { takeAck, takeReceipt } from "./traffic/receipts.ts";
import type { World } from "./people/world.ts";

/** How many sockets one account had. */
export interface Sockets {
  /** Logged in and still connected. */
  now: number;
  /** The most that were logged in, not counting those the server had replaced. */
  most: number;
  /** The most that were connected after a login, the replaced too. */
  mostConnected: number;
  logins: number;
  /** Logins that threw an older socket out. */
  replaced: number;
}

export class Hub implements LineOwner {
  readonly unlinked = new Map<Line, Unlinked>();
  readonly #companions = new Map<Line, Companion>();
  readonly #sockets = new Map<string, Sockets>();
  /** Devices that logged in once: their phone sent the history. */
  readonly #greeted = new Set<Companion>();
  readonly lines = new Set<Line>();

  constructor(readonly world: World) {}

  sockets(pn: string): Sockets {
    const known = this.#sockets.get(pn) ?? { now: 0, most: 0, mostConnected: 0, logins: 0, replaced: 0 };
    this.#sockets.set(pn, known);
    return known;
  }

  opened(line: Line, client: Buffer, payload: proto.ClientPayload): void {
    this.lines.add(line);
    try {
      if (!payload.userAgent?.appVersion) throw new Error("The client does not say what it is.");
      if (payload.devicePairingData) this.#register(line, client, payload);
      else this.#login(line, client, payload);
    } catch (error) {
      this.world.complaints.push(error instanceof Error ? error.message : String(error));
      fail(line, "400");
    }
    this.world.changed();
  }

  #register(line: Line, client: Buffer, payload: proto.ClientPayload): void {
    const refusal = this.world.fault("*", "refuseLogins");
    if (refusal) return fail(line, refusal);
    const unlinked = readRegistration(this.world, line, client, payload);
    this.unlinked.set(line, unlinked);
    offerRefs(this.world, unlinked);
  }

  #login(line: Line, client: Buffer, payload: proto.ClientPayload): void {
    if (payload.passive !== true || payload.pull !== true) {
      throw new Error("A linked client has to be passive and to pull.");
    }
    const pn = String(payload.username ?? "");
    const refusal = this.world.fault(pn, "refuseLogins");
    if (refusal) return fail(line, refusal);
    const companion = this.world.find(`${pn}${SERVER}`)?.companions.get(payload.device ?? 0);
    if (!companion || companion.removed || !companion.noise.equals(client)) return fail(line, "401");
    this.#admit(companion, line);
    const { person } = companion;
    const { world } = this;
    line.send(
      node("success", {
        t: world.seconds(),
        lid: companion.jid("lid"),
        props: "3",
        abprops: "1",
        display_name: person.name ?? undefined,
        creation: "1600000000",
        location: "frc",
      }),
    );
    const info = node("routing_info", {}, world.chance.bytes(8));
    line.send(node("ib", { from: SERVER }, [node("edge_routing", {}, [info])]));
  }

  #admit(companion: Companion, line: Line): void {
    const sockets = this.sockets(companion.person.pn);
    const { line: old } = companion;
    sockets.logins++;
    sockets.now++;
    sockets.mostConnected = Math.max(sockets.mostConnected, sockets.now);
    companion.active = false;
    companion.line = line;
    this.#companions.set(line, companion);
    if (old) {
      sockets.replaced++;
      old.send(node("stream:error", {}, [node("conflict", { type: "replaced" })]));
      old.close();
    }
    const pushed = [...companion.person.companions.values()].filter((one) => one.line).length;
    sockets.most = Math.max(sockets.most, pushed);
  }

  closed(line: Line): void {
    this.lines.delete(line);
    this.unlinked.delete(line);
    const companion = this.#companions.get(line);
    this.#companions.delete(line);
    if (line.complaint) this.world.complaints.push(line.complaint);
    if (companion) {
      this.sockets(companion.person.pn).now--;
      if (companion.line === line) {
        companion.line = undefined;
        companion.active = false;
      }
    }
    this.world.changed();
  }

  async received(line: Line, stanza: Node): Promise<void> {
    const companion = this.#companions.get(line);
    try {
      const slow = companion && this.world.fault(companion.person.pn, "slowMs");
      if (slow) await new Promise((resolve) => setTimeout(resolve, slow));
      if (companion) await this.#handle(companion, line, stanza);
      else this.#handleUnlinked(line, stanza);
    } catch (error) {
      this.world.complaints.push(`${stanza.tag}: ${error instanceof Error ? error.message : error}`);
    }
    this.world.changed();
  }

  #handleUnlinked(line: Line, stanza: Node): void {
    const unlinked = this.unlinked.get(line);
    if (!unlinked || stanza.tag !== "iq") return;
    if (stanza.attrs.type === "result") {
      if (stanza.content) unlinked.answer = stanza;
      return;
    }
    const request = child(stanza, "link_code_companion_reg");
    const found = request ? codeStage(this.world, unlinked, request) : [];
    line.send(node("iq", { from: SERVER, id: stanza.attrs.id, type: "result" }, found.length ? found : undefined));
  }

  async #handle(companion: Companion, line: Line, stanza: Node): Promise<void> {
    const { world } = this;
    if (companion.line !== line) return;
    if (stanza.tag === "iq") return await this.#query(companion, line, stanza);
    if (stanza.tag === "message") return await takeMessage(world, companion, stanza);
    if (stanza.tag === "receipt") return await takeReceipt(world, companion, stanza);
    if (stanza.tag === "ack") return takeAck(world, companion, stanza);
    if (asksForOffline(stanza)) {
      giveOffline(companion);
      return await this.#greet(companion);
    }
    const { id, to = "" } = stanza.attrs;
    const first = children(stanza)[0];
    if (stanza.tag === "call") line.send(node("ack", { class: "call", id, from: to, type: first?.tag }));
    const type = first?.attrs.media ?? first?.tag ?? stanza.attrs.type ?? "";
    if (["presence", "chatstate", "call"].includes(stanza.tag)) {
      world.signals.push({ account: companion.person.pn, tag: stanza.tag, type, to });
    }
  }

  async #query(companion: Companion, line: Line, stanza: Node): Promise<void> {
    if (stanza.attrs.type === "result" || stanza.attrs.type === "error") return;
    const found = await answer(this.world, companion, stanza);
    if (found) line.send(found);
    if (leaves(stanza)) return this.remove(companion);
    if (child(stanza, "active")) announceOffline(companion);
  }

  /** The phone gives a new device its keys and history once. */
  async #greet(companion: Companion): Promise<void> {
    if (this.#greeted.has(companion) || !this.world.options.history) return;
    this.#greeted.add(companion);
    await firstHistory(this.world, companion);
  }

  /** Unlinked, by the phone or by itself: told once, refused from then on. */
  remove(companion: Companion): void {
    companion.removed = true;
    companion.person.companions.delete(companion.device);
    companion.line?.send(
      node("stream:error", { code: "401" }, [node("conflict", { type: "device_removed" })]),
    );
    companion.line?.close();
    this.world.changed();
  }
}

function fail(line: Line, reason: string): void {
  line.send(node("failure", { reason, location: "frc" }));
  line.close();
}
