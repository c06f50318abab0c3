// R12: what a client has cached, changed by the events it is sent, is what it would fetch now. A model test: seeded random work of
// an office, several people with different rights each with all their lists, the app's own reducer, compared with fresh answers.
import { expect, test } from "vitest";
import { getDefaultStore } from "jotai";
import { queryClient, queryKey } from "../../../web/core/answers/query-client.ts";
import { applyEvent } from "../../../web/core/events/apply.ts";
import { flatten, isPages, type Page, recordsOf } from "../../../web/core/store/records.ts";
import { meAtom } from "../../../web/core/who/me.ts";
import { conversationCall } from "../../../web/features/messages/conversation-call.ts";
import { withTenant } from "../../../db/tenant.ts";
import { ApiError } from "../../contract/client.ts";
import type { Call, Endpoint } from "../../contract/endpoint.ts";
import { eventName, type LiveEvent } from "../../contract/event.ts";
import { type Person, testApp } from "../../core/testing/api.ts";
import { connections } from "../../features/connections/contract.ts";
import { contacts } from "../../features/contacts/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { drafts, type OfferedDraft } from "../../features/drafts/contract.ts";
import { factors } from "../../features/factors/contract.ts";
import { quickMessages } from "../../features/quick-messages/contract.ts";
import { settings } from "../../features/settings/contract.ts";
import { type Me, session } from "../../features/session/contract.ts";
import { tags } from "../../features/tags/contract.ts";
import { ticketNotes } from "../../features/ticket-notes/contract.ts";
import { type Ticket, ticketChanged, tickets } from "../../features/tickets/contract.ts";
import { users } from "../../features/users/contract.ts";
import { Chance, size, until } from "../harness.ts";
import { Office } from "./convergence-office.ts";
import { framesOf, positionOf } from "../harness-stream.ts";

/** What the app does with its lists: every feature that has rules for live events registers them here, as in the page. */
const features = new URL("../../../web/features/", import.meta.url);
for await (const { name } of Deno.readDir(features)) {
  const startup = new URL(`${name}/startup.ts`, features);
  const text = await Deno.readTextFile(startup).catch(() => "");
  if (text.includes("liveList(")) await import(startup.pathname);
}

interface Cached {
  endpoint: Endpoint;
  call: Record<string, unknown>;
  data: unknown;
  paged: boolean;
}
/** One person at a screen that shows everything. */
class Screen {
  caches: Cached[] = [];
  me!: Me;
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
      ...ticketIds.map((ticketId) => list(messages.list, conversationCall(ticketId))),
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
      list(factors.get),
      list(settings.company, { params: { companyId: this.person.companyId } }),
    ];
    await this.refresh();
    void this.#follow();
    await until("the stream is open", 5_000, () => this.position >= 0);
  }
  /** Fetches everything anew, as after a reset. */
  async refresh(): Promise<void> {
    this.me = await this.person.call(session.me, {});
    for (const cache of this.caches) this.#keep(cache, await this.fresh(cache));
    shown = undefined;
  }
  /** Makes this person's page the one that the app's rules look at. */
  #show(): void {
    if (shown === this) return;
    shown = this;
    getDefaultStore().set(meAtom, this.me);
    queryClient.clear();
    for (const cache of this.caches) this.#keep(cache, cache.data);
  }
  #keep(cache: Cached, data: unknown): void {
    cache.data = data;
    if (shown !== this) return;
    const key = queryKey(cache.paged ? "list" : "read", cache.endpoint, cache.call);
    if (data) queryClient.setQueryData(key, data);
    else queryClient.removeQueries({ queryKey: key, exact: true });
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
        this.#show();
        const { data: next, stale } = applyEvent(cache.endpoint, cache.call, cache.data, event, payload);
        this.#keep(cache, next);
        if (stale) this.refetched++;
        else this.patched++;
        // Only the server can tell: the app asks it.
        if (stale) this.#keep(cache, await this.fresh(cache));
      }
    }
    if (!Number.isNaN(position)) this.position = Math.max(this.position, position);
  }
  /** A conversation out of sight gets no events: it is forgotten, and fetched anew once it is back in sight. */
  async #sight(payload: { action: string; ticketId?: number; ticket?: Ticket }): Promise<void> {
    for (const cache of this.caches) {
      if (cache.endpoint !== messages.list) continue;
      const id = (cache.call.params as { ticketId: number }).ticketId;
      if (payload.action === "delete" && payload.ticketId === id) this.#keep(cache, null);
      else if (payload.ticket?.id === id && cache.data === null) this.#keep(cache, await this.fresh(cache));
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
/** Whose page it is: the app's rules ask who is signed in and what else the page has cached. */
let shown: Screen | undefined;

/** What makes every screen start anew; most rounds go without, so that events alone must do. */
const resetting = new Set(["personMoves", "queueGone", "factorChange"]);

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
