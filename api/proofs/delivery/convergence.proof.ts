// R12: what a client has cached, changed by the events it is sent, is what it would fetch now. A model test: seeded random work of
// an office, several people with different rights each with all their lists, the app's own reducer, compared with fresh answers.
import { expect, test } from "vitest";
import {
  belongs as ticketBelongs,
  inOrder,
  type TicketCall,
} from "../../../web/features/tickets/state/membership.ts";
import { withContact } from "../../../web/features/tickets/with-contact.ts";
import { applyEvent } from "../../../web/core/events/apply.ts";
import { liveList } from "../../../web/core/events/lists.ts";
import { flatten, isPages, type Page, type Pages, recordsOf } from "../../../web/core/store/records.ts";
import "../../../web/features/queues/startup.ts";
import "../../../web/features/ticket-notes/startup.ts";
import { withTenant } from "../../../db/tenant.ts";
import { ApiError } from "../../contract/client.ts";
import type { Call, Endpoint } from "../../contract/endpoint.ts";
import { eventName, type LiveEvent } from "../../contract/event.ts";
import type { Viewer } from "../../contract/permissions.ts";
import { type Person, testApp } from "../../core/testing/api.ts";
import { connections } from "../../features/connections/contract.ts";
import { type Contact, contactChanged, contacts } from "../../features/contacts/contract.ts";
import { type Message, messages } from "../../features/messages/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { drafts, type OfferedDraft } from "../../features/drafts/contract.ts";
import { quickMessages } from "../../features/quick-messages/contract.ts";
import { settings } from "../../features/settings/contract.ts";
import { session } from "../../features/session/contract.ts";
import { tags } from "../../features/tags/contract.ts";
import { ticketNotes } from "../../features/ticket-notes/contract.ts";
import { type Ticket, ticketChanged, tickets } from "../../features/tickets/contract.ts";
import { users } from "../../features/users/contract.ts";
import { viewerOf } from "../../../web/core/who/can.ts";
import { Chance, size, until } from "../harness.ts";
import { Office } from "./convergence-office.ts";
import { framesOf, positionOf } from "../harness-stream.ts";

const TIMEZONE = "America/Sao_Paulo";
interface Cached {
  endpoint: Endpoint;
  call: Record<string, unknown>;
  data: unknown;
  paged: boolean;
}
/** One person at a screen that shows everything. */
class Screen {
  caches: Cached[] = [];
  viewer!: Viewer;
  position = -1;
  resets = 0;
  patched = 0;
  refetched = 0;
  #stop = new AbortController();
  #todo: Promise<void> = Promise.resolve();
  constructor(readonly person: Person, readonly name: string) {}

  async open(ticketIds: number[]): Promise<void> {
    const list = (endpoint: Endpoint, call: Record<string, unknown> = {}) => ({
      endpoint,
      call,
      data: undefined,
      paged: "hasMore" in shape(endpoint),
    });
    this.caches = [
      ...(["open", "pending", "closed", "nps", "lgpd"] as const).map((status) =>
        list(tickets.list, { query: { status } })
      ),
      list(tickets.list, { query: { status: "open", showAll: "true" } }),
      list(tickets.list, { query: {} }),
      list(tickets.counts),
      ...ticketIds.map((ticketId) => list(messages.list, { params: { ticketId }, query: { markAsRead: "false" } })),
      // A person who loses sight of a ticket loses its notes; an admin sees all.
      ...ticketIds.filter(() => this.name === "admin").map((ticketId) =>
        list(ticketNotes.list, { query: { ticketId } })
      ),
      list(contacts.list, { query: {} }),
      list(queues.list),
      list(users.colleagues),
      ...(this.name === "admin" ? [list(users.list, { query: {} })] : []),
      list(connections.list),
      list(connections.gaps),
      list(tags.all, { query: {} }),
      list(quickMessages.all),
      list(drafts.offered),
      list(settings.company, { params: { companyId: this.person.companyId } }),
    ];
    await this.refresh();
    void this.#follow();
    await until("the stream is open", 5_000, () => this.position >= 0);
  }
  /** Fetches everything anew, as after a reset. */
  async refresh(): Promise<void> {
    this.viewer = viewerOf(await this.person.call(session.me, {}) as never);
    for (const cache of this.caches) cache.data = await this.fresh(cache);
  }
  async fresh({ endpoint, call, paged }: Cached): Promise<unknown> {
    try {
      const ask = () => this.person.call(endpoint, call as Call<Endpoint>);
      let answer = await ask();
      // A page's rows and its count are two statements: what is committed in between is in one of them only.
      while (paged && torn(answer as Page)) answer = await ask();
      return paged ? { pages: [answer], pageParams: [1] } : answer;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null;
      throw error;
    }
  }
  close(): void {
    this.#stop.abort();
  }
  async settled(): Promise<void> {
    await this.#todo;
  }

  async #follow(): Promise<void> {
    let cursor = "";
    while (!this.#stop.signal.aborted) {
      const response = await this.person.fetch("/api/events", {
        headers: cursor ? { "last-event-id": cursor } : {},
        signal: this.#stop.signal,
      });
      const body = response.body!;
      const reader = this.#stop.signal.aborted ? null : framesOf(body);
      this.#stop.signal.addEventListener("abort", () => void body.cancel().catch(() => {}), { once: true });
      try {
        for await (const frame of reader ?? []) {
          if (frame.id) cursor = frame.id;
          this.#todo = this.#todo.then(() => this.#take(frame.name, frame.data, positionOf(frame.id)));
        }
      } catch { /* closed */ }
    }
  }
  async #take(name: string, data: string, position: number): Promise<void> {
    if (name === "reset") {
      this.resets++;
      await this.refresh();
    } else if (name !== "hello" && name !== "heartbeat") {
      const payload = JSON.parse(data);
      if (name === eventName(ticketChanged, this.person.companyId)) await this.#sight(payload);
      for (const cache of this.caches) {
        const event = cache.endpoint.live?.find((live: LiveEvent) => eventName(live, this.person.companyId) === name);
        if (!event) continue;
        seen.add(event.name);
        looking = this;
        const { data: next, stale } = applyEvent(cache.endpoint, cache.call, cache.data, event, payload);
        cache.data = next;
        if (stale) this.refetched++;
        else this.patched++;
        // Only the server can tell: the app asks it.
        if (stale) cache.data = await this.fresh(cache);
      }
    }
    if (!Number.isNaN(position)) this.position = Math.max(this.position, position);
  }
  /** A conversation out of sight gets no events: it is forgotten, and fetched anew once it is back in sight. */
  async #sight(payload: { action: string; ticketId?: number; ticket?: Ticket }): Promise<void> {
    for (const cache of this.caches) {
      if (cache.endpoint !== messages.list) continue;
      const id = (cache.call.params as { ticketId: number }).ticketId;
      if (payload.action === "delete" && payload.ticketId === id) cache.data = null;
      else if (payload.ticket?.id === id && cache.data === null) cache.data = await this.fresh(cache);
    }
  }
}
/**
 * Of a conversation only the ticket's own messages: what other tickets of the contact add is not told by event to everybody. Of
 * half-written answers those that are still offered (`fresh`): the app shows one only in an open ticket of its reader's.
 */
function compared({ endpoint, call }: Cached, data: unknown, fresh = data): unknown {
  if (endpoint === drafts.offered && Array.isArray(data) && Array.isArray(fresh)) {
    const name = ({ ticketId, userId, mode }: OfferedDraft) => `${ticketId} ${userId} ${mode}`;
    const still = new Set((fresh as OfferedDraft[]).map(name));
    return (data as OfferedDraft[]).filter((offer) => still.has(name(offer)));
  }
  if (endpoint !== messages.list || !isPages(data)) return data;
  const { ticketId } = call.params as { ticketId: number };
  return flatten(data).filter((row) => row.ticketId === ticketId);
}
const torn = (page: Page) => !page.hasMore && page.count !== recordsOf(page).length;
const shape = (endpoint: Endpoint) => (endpoint.response as { shape?: Record<string, unknown> }).shape ?? {};
const seen = new Set<string>();
let looking: Screen;

// The rules of web/features/tickets/startup.ts and messages/startup.ts, which find the person and the cache in the page.
const cachedOf = (endpoint: Endpoint, call: unknown) =>
  looking.caches.find((one) => one.endpoint === endpoint && JSON.stringify(one.call) === JSON.stringify(call))?.data as
    | Pages
    | undefined;
liveList(tickets.list, {
  belongs: (ticket: Ticket, { query = {} }) =>
    ticketBelongs(ticket, query as TicketCall, {
      viewer: looking.viewer,
      timezone: TIMEZONE,
      listed: (id) =>
        isPages(cachedOf(tickets.list, { query })) &&
        flatten(cachedOf(tickets.list, { query })!).some((row) => row.id === id),
    }),
  sort: (a, b, call) => inOrder(a, b, call.query?.sortTickets),
  related: (record, event, payload) => event === contactChanged ? withContact(record, payload) : record,
});
const older = (a: Message, b: Message) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;
liveList(messages.list, {
  pages: "backward",
  sort: older,
  belongs: (message: Message, call) => {
    const data = cachedOf(messages.list, call);
    return message.ticketId === Number(call.params?.ticketId) ||
      (isPages(data) && flatten(data).some((row) => row.ticketId === message.ticketId));
  },
});

// The app has no contacts screen yet; its list will need this rule: the server's order.
const byName = (a: Pick<Contact, "id" | "name">, b: Pick<Contact, "id" | "name">) => {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : a.id - b.id;
};
liveList(contacts.list, { belongs: () => true, sort: byName });
// As web/features/tags/startup.ts and quick-messages/startup.ts have it.
liveList(tags.all, { belongs: ({ kanban }) => kanban === 0, sort: byName });
liveList(quickMessages.all, {
  belongs: ({ status }) => status,
  sort: (a, b) => a.shortcode < b.shortcode ? -1 : a.shortcode > b.shortcode ? 1 : a.id - b.id,
});

/** What makes every screen start anew; most rounds go without, so that events alone must do. */
const resetting = new Set(["personChange", "personMoves", "queueChange", "queueGone", "lineChange"]);

/** Waits until every screen has had everything that was committed: the last event of a step is one that all may see. */
async function quiet(office: Office, screens: Screen[]): Promise<void> {
  await office.actions.setting!();
  const { companyId } = office.people.admin;
  const [row] = await withTenant({ companyId }, (tx) => tx<{ seq: number }[]>`select seq from app.event_heads`);
  await until("every screen is up to date", 15_000, async () => {
    for (const screen of screens) await screen.settled();
    return screens.every((screen) => screen.position >= row!.seq);
  }, 5);
}

test("R12: cached lists plus events are fresh lists, for every event there is", async () => {
  const chance = new Chance("R12");
  const { api } = await testApp();
  const [companies, rounds, steps] = [size(4, 100), size(10, 50), size(30, 50)];
  const differences: string[] = [];
  const failures = new Map<string, number>();
  let lists = 0;
  let [patched, refetched, resets] = [0, 0, 0];
  for (let company = 0; company < companies && !differences.length; company++) {
    const office = new Office(chance);
    const ids = await office.open();
    const screens = Object.entries(office.people).map(([name, person]) => new Screen(person, name));
    for (const screen of screens) await screen.open(ids);
    const names = Object.keys(office.actions);
    const calm = names.filter((name) => !resetting.has(name));
    for (let round = 0; round < rounds && !differences.length; round++) {
      // The first round does everything once; the others as it comes.
      const plan = round === 0
        ? chance.shuffle(names)
        : Array.from({ length: steps }, () => chance.pick(round % 3 ? calm : names));
      for (const name of plan) {
        try {
          await office.actions[name]!();
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          failures.set(`${name}: ${error.code}`, (failures.get(`${name}: ${error.code}`) ?? 0) + 1);
        }
      }
      await quiet(office, screens);
      for (const screen of screens) {
        for (const cache of screen.caches) {
          lists++;
          const now = await screen.fresh(cache);
          const cached = compared(cache, cache.data, now);
          const fresh = compared(cache, now);
          if (JSON.stringify(ordered(cached)) !== JSON.stringify(ordered(fresh))) {
            differences.push(
              `${screen.name}, ${cache.endpoint.path} ${JSON.stringify(cache.call)} after ${plan.join(" ")}:\n${
                difference(cached, fresh)
              }`,
            );
          }
        }
      }
    }
    for (const screen of screens) {
      screen.close();
      patched += screen.patched;
      refetched += screen.refetched;
      resets += screen.resets;
    }
  }
  console.log(
    `R12: ${lists} lists compared; ${patched} patches, ${refetched} refetches, ${resets} resets; refused: ${
      [...failures].map(([what, n]) => `${what} ${n}`).join(", ")
    }`,
  );
  expect(differences.slice(0, 3)).toEqual([]);
  const declared = new Set(api.endpoints.flatMap((endpoint) => endpoint.live ?? []).map((event) => event.name));
  expect([...declared].filter((name) => !seen.has(name))).toEqual([]);
});

/** The same value with its keys in one order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, v]) => v !== undefined).sort(([a], [b]) => a < b ? -1 : 1).map((
      [k, v],
    ) => [k, ordered(v)]),
  );
}
/** Where two answers part, as short as can be. */
function difference(cached: unknown, fresh: unknown, path = ""): string {
  if (JSON.stringify(ordered(cached)) === JSON.stringify(ordered(fresh))) return "";
  if (typeof cached === "object" && typeof fresh === "object" && cached && fresh) {
    const keys = new Set([...Object.keys(cached), ...Object.keys(fresh)]);
    return [...keys].map((key) => difference((cached as never)[key], (fresh as never)[key], `${path}.${key}`)).filter(
      Boolean,
    ).slice(0, 8).join("\n");
  }
  return `${path}: cached ${JSON.stringify(cached)?.slice(0, 200)}, fresh ${JSON.stringify(fresh)?.slice(0, 200)}`;
}
