// Tells visitors' pages what is new. One reader of a company's events serves all pages of that company: an event is parsed once,
// and only who is concerned is looked after.
import type { PageMessage } from "../../../channels/sdk/mod.ts";
import type { Stream } from "../../core/live/stream.ts";
import type { Entry } from "../../core/live/ring.ts";
import { log } from "../../core/log.ts";
import { eventName } from "../../contract/event.ts";
import { messageChanged, typing } from "../../features/messages/contract.ts";
import { pageHistory, pageMessages, visitorContact } from "./history.ts";

/** One page that is open. */
export interface Watcher {
  companyId: number;
  connectionId: number;
  kind: string;
  value: string;
  onMessage(message: PageMessage): void;
  onTyping(on: boolean): void;
  signal: AbortSignal;
}
interface Watching extends Watcher {
  contactId: number | null;
  /** Messages that changed since the last look. */
  changed: Set<number>;
  planned: boolean;
}
/** Changes are gathered this long, so that a burst is one look. */
const GATHER_MS = 15;
/** A visitor who has not written is looked up at most this often, and only while the company receives messages. */
const MEET_MS = 500;
/** The first look at the conversation; by then the stream's reader stands, so nothing falls between the two. */
const FIRST_LOOK_MS = 300;
/** What a visitor may have missed between their first message and being known here. */
const FIRST_LOOK = 20;

const hubs = new WeakMap<Stream, Map<number, Hub>>();

/** Watches until the signal aborts. */
export function watchPage(stream: Stream, watcher: Watcher): void {
  const byCompany = hubs.get(stream) ?? new Map<number, Hub>();
  hubs.set(stream, byCompany);
  const hub = byCompany.get(watcher.companyId) ??
    new Hub(stream, watcher.companyId, () => byCompany.delete(watcher.companyId));
  byCompany.set(watcher.companyId, hub);
  hub.add(watcher);
}

class Hub {
  #all = new Set<Watching>();
  #ending = new AbortController();
  #messages: string;
  #typing: string;

  constructor(stream: Stream, companyId: number, private onEmpty: () => void) {
    this.#messages = eventName(messageChanged, companyId);
    this.#typing = eventName(typing, companyId);
    stream.watch(companyId, (entry) => this.#heard(entry), this.#ending.signal);
  }

  add(watcher: Watcher): void {
    const watching: Watching = { ...watcher, contactId: null, changed: new Set(), planned: false };
    this.#all.add(watching);
    watcher.signal.addEventListener("abort", () => {
      this.#all.delete(watching);
      if (this.#all.size) return;
      this.#ending.abort();
      this.onEmpty();
    }, { once: true });
    this.#plan(watching, FIRST_LOOK_MS);
  }

  #heard(entry: Entry): void {
    if (entry.name !== this.#messages && entry.name !== this.#typing) return;
    const payload = JSON.parse(entry.payload) as Record<string, unknown>;
    if (entry.name === this.#typing) return this.#heardTyping(payload);
    const message = payload.message as
      | { id: number; contactId: number; isPrivate: boolean; fromMe: boolean }
      | undefined;
    if (!message || message.isPrivate) return;
    for (const one of this.#all) {
      if (one.contactId === null && !message.fromMe) this.#plan(one, MEET_MS);
      else if (one.contactId === message.contactId) {
        one.changed.add(message.id);
        this.#plan(one, GATHER_MS);
      }
    }
  }
  /** An attendant's typing carries `fromMe`; the customer's own is nothing new to them. */
  #heardTyping({ contactId, on, fromMe }: Record<string, unknown>): void {
    if (fromMe !== true) return;
    for (const one of this.#all) if (one.contactId !== null && one.contactId === contactId) one.onTyping(on === true);
  }

  #plan(one: Watching, wait: number): void {
    if (one.planned) return;
    one.planned = true;
    setTimeout(() => {
      one.planned = false;
      if (!one.signal.aborted) this.#look(one).catch((error) => log.warn("a page's news could not be read", { error }));
    }, wait);
  }
  async #look(one: Watching): Promise<void> {
    const { companyId, connectionId } = one;
    if (one.contactId === null) {
      one.contactId = await visitorContact(companyId, one.kind, one.value);
      if (one.contactId === null) return;
      const met = { companyId, connectionId, contactId: one.contactId };
      return sendMessages(one, await pageHistory(met, FIRST_LOOK));
    }
    const ids = [...one.changed];
    one.changed.clear();
    if (ids.length) sendMessages(one, await pageMessages({ companyId, connectionId, contactId: one.contactId }, ids));
  }
}
function sendMessages(one: Watching, messages: PageMessage[]): void {
  for (const message of messages) if (!one.signal.aborted) one.onMessage(message);
}
