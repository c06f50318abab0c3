// Fills the device while nobody needs the network: rounds of `GET /sync/tickets`, conversations of new tickets, the first
// contacts; then trims. Runs in the tab that leads.
import { earliestNow } from "../clock.ts";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { messages } from "../../../api/features/messages/contract.ts";
import { sync } from "../../../api/features/sync/contract.ts";
import { type ApiError, callApi } from "../who/api.ts";
import { mediaBudget, MESSAGES_EACH, messagesLeft, planLeaving } from "./budget.ts";
import { fetchSmall } from "./source.ts";
import { keepAnswer, leave } from "./keeper.ts";
import { NO_SYNC, readSync, standing, type SyncState } from "./kept.ts";
import { store, writeMeta } from "../store/store.ts";

/** Between two requests: filling is nobody's hurry. */
const BETWEEN_MS = 150;
const RETRY_MS = 30_000;
const PAGE = 25;
/** New tickets come with their first message: a moment later there is something to fetch. */
const MISSING_AFTER_MS = 3_000;
const MAX_MISSING = 50;
/** Contacts without a ticket are fetched up to here: five seconds of a quiet network, twice a day. */
const CONTACT_PAGES = 10;
const CONTACTS_EVERY_MS = 12 * 3600_000;

let stopper: AbortController | undefined;
let wake = () => {};
/** Somebody woke the filling while it was at work: it looks once more before it rests. */
let again = false;
let missing: number[] = [];

const idle = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(() => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(done, { timeout: 1000 });
      else done();
    }, ms);
    wake = done;
    signal.addEventListener("abort", done);
  });

/** What a person pays for by the megabyte is not spent on what they may never look at. */
const sparing = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || !navigator.onLine;

/** One page of a round. `since` null asks for all. Pure: answers the call's query. */
export function nextCall(state: SyncState): { since?: string; after?: string; limit: number; messages: number } {
  return {
    limit: PAGE,
    messages: messagesLeft(state.messages),
    ...(state.next !== null && { after: state.next }),
    ...((state.next === null ? state.at : state.since) !== null &&
      { since: (state.next === null ? state.at : state.since) as string }),
  };
}

/** Where a round stands after a page. Pure. */
export function afterPage(
  state: SyncState,
  page: { next: string | null; at: string | Date; messages: number },
): SyncState {
  const first = state.next === null;
  const began = first ? String(page.at) : state.began;
  const said = (first ? 0 : state.messages) + page.messages;
  if (page.next === null) return { ...NO_SYNC, at: began, due: false, gaps: state.gaps };
  return { ...state, since: first ? state.at : state.since, next: page.next, began, messages: said };
}

/** Goes from page to page until the device has what is live. Throws what the API refuses; what is kept by then stays. */
export async function round(signal: AbortSignal) {
  for (let state = await readSync(); state.due && !signal.aborted;) {
    const began = Date.now();
    let page;
    try {
      page = await callApi(sync.tickets, { query: nextCall(state) }, { signal });
    } catch (error) {
      // A page's place of another server version: from the beginning.
      if ((error as ApiError).code !== "ERR_BAD_CURSOR" || state.next === null) throw error;
      state = { ...state, next: null, began: null };
      continue;
    }
    const count = page.tickets.reduce((sum, entry) => sum + entry.messages.length, 0);
    const after = afterPage(state, { ...page, messages: count });
    const withTalk = nextCall(state).messages > 0 ? page.tickets : [];
    await keepAnswer(
      {
        tickets: page.tickets.map(({ ticket }) => ticket),
        conversations: withTalk.map(({ ticket, messages }) => ({ id: ticket.id, messages })),
        ...(page.ids && { only: page.ids }),
      },
      began,
      after,
    );
    // A gap in the events that came while this page was on its way begins the round anew.
    state = standing(await readSync(), after);
    await idle(BETWEEN_MS, signal);
  }
}

async function fetchMissing(signal: AbortSignal) {
  while (missing.length > 0 && !signal.aborted) {
    const id = missing[0] as number;
    const began = Date.now();
    const call = { params: { ticketId: id }, query: { markAsRead: "false" as const } };
    const answer = await callApi(messages.list, call, { signal }).catch((error: ApiError) => {
      // Gone or out of sight by now; anything else is tried again.
      if (error.status >= 400 && error.status < 500) return null;
      throw error;
    });
    missing.shift();
    if (answer) await keepAnswer({ conversations: [{ id, messages: answer.messages.slice(-MESSAGES_EACH) }] }, began);
    await idle(BETWEEN_MS, signal);
  }
}

async function fetchContacts(signal: AbortSignal) {
  const db = await store();
  const at = await db?.get("meta", "contacts") as number | undefined;
  if (!db || (at !== undefined && Math.abs(Date.now() - at) < CONTACTS_EVERY_MS)) return;
  for (let pageNumber = 1; pageNumber <= CONTACT_PAGES && !signal.aborted; pageNumber++) {
    const began = Date.now();
    const page = await callApi(contacts.list, { query: { pageNumber } }, { signal });
    await keepAnswer({ contacts: page.contacts }, began);
    if (!page.hasMore) break;
    await idle(BETWEEN_MS, signal);
  }
  await writeMeta("contacts", Date.now());
}

/** Removes what is beyond the budget. Reads keys, no values. */
export async function trim(): Promise<void> {
  const db = await store();
  if (!db) return;
  const keys = async (name: "tickets" | "conversations" | "media") => {
    const found: { key: number | string; use: number[] }[] = [];
    let cursor = await db.transaction(name).store.index("use").openKeyCursor();
    for (; cursor; cursor = await cursor.continue()) {
      found.push({ key: cursor.primaryKey, use: cursor.key as number[] });
    }
    return found;
  };
  const [tickets, conversations, media, people, estimate] = await Promise.all([
    keys("tickets"),
    keys("conversations"),
    keys("media"),
    db.getAllKeys("contacts"),
    navigator.storage?.estimate?.().catch(() => ({})) ?? {},
  ]);
  const kept = {
    tickets: tickets.map(({ key, use: [usedAt = 0, movedAt = 0] }) => ({ id: Number(key), usedAt, movedAt })),
    conversations: conversations.map(({ key, use: [usedAt = 0, newestAt = 0, count = 0] }) => ({
      id: Number(key),
      usedAt,
      newestAt,
      count,
    })),
    contacts: people,
    media: media.map(({ key, use: [usedAt = 0, bytes = 0] }) => ({ path: String(key), usedAt, bytes })),
  };
  const held = kept.media.reduce((sum, file) => sum + file.bytes, 0);
  const phone = matchMedia("(pointer: coarse)").matches;
  const plan = planLeaving(kept, mediaBudget(phone, held, estimate), earliestNow());
  if (Object.values(plan).some((list) => list.length > 0)) await leave(plan);
}

/** Tickets that came without their conversation. */
export function fillMissing(ids: readonly number[]): void {
  missing = [...new Set([...missing, ...ids])].slice(-MAX_MISSING);
  setTimeout(fillSoon, MISSING_AFTER_MS);
}
/** A gap in the events: a round is due. */
export function fillSoon(): void {
  again = true;
  wake();
}

/** Fills and trims until stopped: whenever something is due, else every half minute a look that costs one read. */
export function startFilling(): void {
  if (stopper) return;
  const { signal } = stopper = new AbortController();
  void (async () => {
    await idle(0, signal);
    while (!signal.aborted) {
      again = false;
      if (await store() && !sparing()) {
        try {
          await fetchSmall(signal);
          await round(signal);
          await fetchMissing(signal);
          await fetchContacts(signal);
          await trim();
        } catch { /* the network went, or the server is of an older version: tried again */ }
      }
      if (!again) await idle(RETRY_MS, signal);
    }
  })();
}
export function stopFilling(): void {
  stopper?.abort();
  stopper = undefined;
  missing = [];
}
