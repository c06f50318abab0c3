// A linked device for tests: a real Baileys client at the simulator, with the receiving half of the plugin on it.
import type { UserFacingSocketConfig, WASocket } from "@whiskeysockets/baileys";
import { isMessage, MemoryHost, type MemoryHostOptions } from "../../sdk/memory-host.ts";
import type { InboundEvent, MessageEvent } from "../../sdk/mod.ts";
import { GroupBook } from "../people/groups.ts";
import { addressOf, lidJid, pnJid } from "../people/jids.ts";
import type { InboundLine } from "../inbound/message-event.ts";
import { People } from "../people/names.ts";
import { receiveFrom } from "../inbound/receive.ts";
import { hushSignal } from "../simulator/quiet.ts";
import type { Inputs } from "../simulator/commands.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { Client, until } from "../simulator/testing/client.ts";

hushSignal();

export class Device extends Client {
  readonly host: MemoryHost;
  readonly people: People;
  readonly book: GroupBook;
  line!: InboundLine;

  constructor(
    override readonly simulator: Simulator,
    readonly pn: string,
    options: MemoryHostOptions = {},
    config: Partial<UserFacingSocketConfig> = {},
  ) {
    super(simulator, config);
    this.host = new MemoryHost(options);
    this.people = new People(this.host, () => this.socket);
    this.book = new GroupBook(this.host, () => this.socket, this.people);
    this.config.cachedGroupMetadata = (jid) => Promise.resolve(this.book.known(jid));
  }
  override connect(): WASocket {
    const socket = super.connect();
    const me = () => {
      const { id, lid } = socket.user ?? { id: "" };
      return { pn: pnJid(addressOf(id).user), lid: lid && lidJid(addressOf(lid).user) };
    };
    this.line = { host: this.host, socket, names: this.people, groups: this.book, me };
    receiveFrom(this.line);
    return socket;
  }

  say(from: string, content: Inputs["say"]["content"], more: Partial<Inputs["say"]> = {}) {
    return this.simulator.say({ account: this.pn, from, content, ...more });
  }
  /** The message's event; `fits` where there is more than one. */
  message(id: string, fits: (event: MessageEvent) => boolean = () => true): Promise<MessageEvent> {
    return this.host.next((event): event is MessageEvent => isMessage(event) && event.externalId === id && fits(event));
  }
  /** The first event of a kind that fits. */
  told<K extends InboundEvent["kind"]>(
    kind: K,
    fits: (event: Extract<InboundEvent, { kind: K }>) => boolean = () => true,
  ) {
    type Wanted = Extract<InboundEvent, { kind: K }>;
    return until(
      () => this.host.events.find((event) => event.kind === kind && fits(event as Wanted)) as Wanted | undefined,
      `an event: ${kind}`,
    );
  }
  all<K extends InboundEvent["kind"]>(kind: K): Extract<InboundEvent, { kind: K }>[] {
    return this.host.events.filter((event) => event.kind === kind) as Extract<InboundEvent, { kind: K }>[];
  }
  messages(id: string): MessageEvent[] {
    return this.all("message").filter(({ externalId }) => externalId === id);
  }
}
