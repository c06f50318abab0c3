// R12: a client's cached lists, changed by the events it gets, equal a fresh fetch. A model test: seeded random work of an office,
// several people with different rights, all lists of each, the app's own reducer, compared with fresh answers.
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
import { eventName, isEvent, type LiveEvent } from "../../contract/event.ts";
import { type Person, testApp } from "../../core/testing/api.ts";
import { apiKeys } from "../../features/api-keys/contract.ts";
import { announcements } from "../../features/announcements/contract.ts";
import { connections } from "../../features/connections/contract.ts";
import { chats } from "../../features/chats/contract.ts";
import { contacts } from "../../features/contacts/contract.ts";
import { helps } from "../../features/helps/contract.ts";
import { invoices } from "../../features/invoices/contract.ts";
import { kanban } from "../../features/kanban/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { drafts, type OfferedDraft } from "../../features/drafts/contract.ts";
import { factors } from "../../features/factors/contract.ts";
import { campaigns } from "../../features/campaigns/contract.ts";
import { companyExports } from "../../features/company-exports/contract.ts";
import { contactLists, listItems } from "../../features/contact-lists/contract.ts";
import { optOuts } from "../../features/opt-outs/contract.ts";
import { prompts } from "../../features/prompts/contract.ts";
import { integrations } from "../../features/integrations/contract.ts";
import { fileLists } from "../../features/file-lists/contract.ts";
import { quickMessages } from "../../features/quick-messages/contract.ts";
import { schedules } from "../../features/schedules/contract.ts";
import { settings } from "../../features/settings/contract.ts";
import { type Me, session } from "../../features/session/contract.ts";
import { tags } from "../../features/tags/contract.ts";
import { templates } from "../../features/templates/contract.ts";
import { ticketNotes } from "../../features/ticket-notes/contract.ts";
import { type Ticket, ticketChanged, tickets } from "../../features/tickets/contract.ts";
import { users } from "../../features/users/contract.ts";
import { webhooks } from "../../features/webhooks/contract.ts";
import { Chance, size, until } from "../harness.ts";
import { Office } from "./convergence-office.ts";
import { MARK } from "./convergence-platform.ts";
import { framesOf, positionOf } from "../harness-stream.ts";

/** The app's rules for its lists: every feature with rules for live events registers them here, as in the page. */
const features = new URL("../../../web/features/", import.meta.url);
for await (const { name } of Deno.readDir(features)) {
  for (const file of ["startup.ts", "live.ts"]) {
    const rules = new URL(`${name}/${file}`, features);
    const text = await Deno.readTextFile(rules).catch(() => "");
    if (text.includes("liveList(")) await import(rules.pathname);
  }
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
  constructor(
    readonly person: Person,
    readonly name: string,
    readonly listId: number,
    readonly campaignId: number,
    readonly lineId: number,
  ) {}

  async open(ticketIds: number[], chatId: number): Promise<void> {
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
      ...(this.name === "admin" ? this.#administration() : []),
      list(connections.list),
      list(chats.list, { query: {} }),
      list(chats.unread),
      // The two of a chat cannot leave it.
      ...(["admin", "sales"].includes(this.name) ? [list(chats.messages, { params: { id: chatId } })] : []),
      list(kanban.tickets, { query: {} }),
      list(kanban.boards),
      list(tags.all, { query: { kanban: 1 } }),
      list(schedules.list),
      list(schedules.holidays),
      list(templates.list, { query: { whatsappId: this.lineId } }),
      list(connections.gaps),
      list(tags.all, { query: {} }),
      list(quickMessages.all),
      list(drafts.offered),
      list(factors.get),
      list(announcements.list, { query: { searchParam: MARK } }),
      list(helps.list, { query: { searchParam: MARK } }),
      list(settings.company, { params: { companyId: this.person.companyId } }),
    ];
    await this.refresh();
    void this.#follow();
    await until("the stream is open", 5_000, () => this.position >= 0);
  }
  /** What admins look at beside the work. */
  #administration(): Cached[] {
    const list = (endpoint: Endpoint, query: Record<string, unknown> = {}) => ({
      endpoint,
      call: { query },
      data: undefined,
      paged: "hasMore" in shape(endpoint),
    });
    return [
      list(users.list),
      list(invoices.list),
      list(fileLists.list),
      list(integrations.list),
      list(prompts.list),
      list(campaigns.list),
      { ...list(campaigns.report), call: { params: { id: this.campaignId } } },
      list(optOuts.list),
      list(apiKeys.list),
      list(webhooks.list),
      list(companyExports.show),
      list(contactLists.list),
      list(contactLists.all),
      list(listItems.list, { contactListId: this.listId }),
    ];
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
      // A page's rows and its count are two statements: a change committed in between is in one of them only.
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
        const event = cache.endpoint.live?.find((live: LiveEvent) => isEvent(live, this.person.companyId, name));
        if (!event) continue;
        seen.add(event.name);
        this.#show();
        const { data: next, stale } = applyEvent(cache.endpoint, cache.call, cache.data, event, payload);
        this.#keep(cache, next);
        if (stale) this.refetched++;
        else this.patched++;
        // Only the server knows this count, so the app asks for it.
        if (stale) this.#keep(cache, await this.fresh(cache));
      }
    }
    if (!Number.isNaN(position)) this.position = Math.max(this.position, position);
  }
  /** A conversation that the person sees no more gets no events: forget it, and fetch it anew when the person sees it again. */
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
 * Compares only the ticket's own messages of a conversation: messages of the contact's other tickets are not announced to everybody.
 * Of drafts only those that are still offered (`fresh`): the app shows one only in an open ticket of its reader's.
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
/** The reader's page: the app's rules ask for the signed-in person and the rest of the cache. */
let shown: Screen | undefined;

/** Actions that make every screen start anew; most rounds leave them out, so that events alone must do. */
const resetting = new Set(["personMoves", "queueGone", "factorChange"]);

/** Waits until every screen has all committed events: the last event of a step is one that all may see. */
async function quiet(office: Office, screens: Screen[]): Promise<void> {
  await office.actions.setting!();
  const { companyId } = office.people.admin;
  const [row] = await withTenant({ companyId }, (tx) => tx<{ seq: number }[]>`select seq from app.event_heads`);
  await until("every screen is up to date", 15_000, async () => {
    for (const screen of screens) await screen.settled();
    return screens.every((screen) => screen.position >= row!.seq);
  }, 5);
}

test("R12: cached lists plus events equal fresh lists, for every event of the contracts", async () => {
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
    const screens = Object.entries(office.people).map(([name, person]) =>
      new Screen(person, name, office.listId, office.campaignId, office.line)
    );
    for (const screen of screens) await screen.open(ids, office.chatId);
    const names = Object.keys(office.actions);
    const calm = names.filter((name) => !resetting.has(name));
    for (let round = 0; round < rounds && !differences.length; round++) {
      // The first round draws every action once; the others draw at random.
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
