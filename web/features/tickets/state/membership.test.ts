import { describe, expect, it } from "vitest";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import { type Ticket, ticketChanged, tickets } from "../../../../api/features/tickets/contract.ts";
import { audienceKeys, serves as serverServes } from "../../../../api/features/tickets/visibility.ts";
import { applyEvent } from "../../../core/events/apply.ts";
import { liveList } from "../../../core/events/lists.ts";
import { belongs, inOrder, sees, serves, type TicketCall } from "./membership.ts";

const plain: Viewer = {
  id: 5,
  companyId: 1,
  profile: "user",
  super: false,
  showDashboard: false,
  allowRealTime: false,
  allowConnections: false,
  allUserChat: false,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  userClosePendingTicket: true,
  queueIds: [1, 2],
};
const admin: Viewer = { ...plain, id: 1, profile: "admin", queueIds: [] };
const ticket = (change: Partial<Ticket> = {}): Ticket => ({
  id: 1,
  uuid: "u",
  status: "open",
  queueId: 1,
  contactId: 9,
  contact: { id: 9, name: "Érica Nogueira", urlPicture: null, number: "5511999990000", isGroup: false },
  whatsappId: 3,
  isGroup: false,
  userId: 5,
  unreadMessages: 0,
  tags: [],
  createdAt: "2026-11-20T02:30:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...change,
} as Ticket);
const held = (t: Ticket, query: TicketCall, viewer = plain, listed = false) =>
  belongs(t, query, { viewer, timezone: "America/Sao_Paulo", listed: () => listed });

/** The keys a person holds, as the stream gives them; the same rule written the server's way. */
function holds(v: Viewer): string[] {
  const keys = [`user:${v.id}`, ...v.queueIds.map((id) => `queue:${id}`)];
  if (v.profile === "admin") keys.push("admin");
  if (v.allTicket) keys.push("unqueued");
  if (v.allHistoric) keys.push("historic");
  if (v.allUserChat) keys.push("live");
  if (v.allowGroup) keys.push("group", `group-user:${v.id}`, ...v.queueIds.map((id) => `group-queue:${id}`));
  return keys;
}

describe("sees", () => {
  it("agrees with the server's audience for every kind of ticket and person", () => {
    const flags = [false, true];
    for (const allTicket of flags) {
      for (const allowGroup of flags) {
        for (const allHistoric of flags) {
          for (const [profile, allUserChat] of [["user", false], ["user", true], ["admin", false]] as const) {
            const viewer = { ...plain, profile, allTicket, allowGroup, allHistoric, allUserChat };
            for (const isGroup of flags) {
              for (const status of ["open", "pending", "lgpd", "nps", "closed", "group"]) {
                for (const userId of [null, 5, 6]) {
                  for (const queueId of [null, 1, 7]) {
                    const seen = { userId, queueId, isGroup, status };
                    const server = audienceKeys(seen).some((key) => holds(viewer).includes(key));
                    expect(sees(seen, viewer), JSON.stringify({ seen, viewer })).toBe(server);
                    const works = serverServes(new Set(holds(viewer)), seen);
                    expect(serves(seen, viewer), JSON.stringify({ seen, viewer })).toBe(works);
                  }
                }
              }
            }
          }
        }
      }
    }
  });
});

describe("belongs", () => {
  it("holds one's own open tickets, all of them with showAll where one may", () => {
    const other = ticket({ userId: 6 });
    expect(held(ticket(), { status: "open" })).toBe(true);
    expect(held(other, { status: "open" })).toBe(false);
    expect(held(other, { status: "open", showAll: "true" })).toBe(false);
    expect(held(other, { status: "open", showAll: "true" }, { ...plain, allUserChat: true })).toBe(true);
    expect(held(other, { status: "open" }, admin)).toBe(false);
    expect(held(other, { status: "open", users: "[6]" }, admin)).toBe(true);
    expect(held(other, { status: "open", users: "[6]" })).toBe(false);
  });
  it("holds what waits in one's queues, whoever had it", () => {
    const waiting = ticket({ status: "pending", userId: null });
    expect(held(waiting, { status: "pending" })).toBe(true);
    expect(held({ ...waiting, queueId: 7 }, { status: "pending" })).toBe(false);
    expect(held({ ...waiting, queueId: null }, { status: "pending" })).toBe(false);
    expect(held({ ...waiting, queueId: null }, { status: "pending" }, { ...plain, allTicket: true })).toBe(true);
  });
  it("holds what one only reads in searches and among what is closed, not where it waits", () => {
    const reader = { ...plain, allHistoric: true };
    const other = ticket({ userId: 6, queueId: 7, status: "pending" });
    expect(held(other, { status: "pending" }, reader)).toBe(false);
    expect(held(other, { searchParam: "érica" }, reader)).toBe(true);
    expect(held({ ...other, status: "closed" }, { status: "closed" }, reader)).toBe(true);
  });
  it("filters as the server does: a missing list filters nothing, 0 is no queue", () => {
    const all = { ...plain, allTicket: true };
    expect(held(ticket(), { queueIds: "[2]" })).toBe(false);
    expect(held(ticket({ queueId: null }), { queueIds: "[0]" }, all)).toBe(true);
    expect(held(ticket(), { queueIds: "[]" })).toBe(false);
    expect(held(ticket(), { whatsapps: "[3]", contacts: "[9]" })).toBe(true);
    expect(held(ticket(), { withUnreadMessages: "true" })).toBe(false);
    expect(held(ticket(), { tags: "[1]" })).toBe(false);
  });
  it("takes days in the company's time zone", () => {
    expect(held(ticket(), { date: "2026-11-19" })).toBe(true);
    expect(held(ticket(), { date: "2026-11-20" })).toBe(false);
  });
  it("searches name, number and id without case and accents; what was found in messages stays", () => {
    for (const searchParam of ["erica", "NOGUEIRA", "99999", "#1", "1"]) {
      expect(held(ticket(), { searchParam })).toBe(true);
    }
    expect(held(ticket(), { searchParam: "boleto" })).toBe(false);
    expect(held(ticket(), { searchParam: "boleto" }, plain, true)).toBe(true);
  });
});

describe("a ticket event in cached lists", () => {
  liveList(tickets.list, {
    belongs: (t, call) => held(t, call.query ?? {}),
    sort: (a, b, call) => inOrder(a, b, call.query?.sortTickets),
  });
  const pages = (list: Ticket[]) => ({
    pages: [{ tickets: list, hasMore: false, count: list.length }],
    pageParams: [1],
  });
  const after = (list: Ticket[], query: TicketCall, changed: Ticket) => {
    const result = applyEvent(tickets.list, { query }, pages(list), ticketChanged, {
      action: "update",
      ticket: changed,
    });
    const [page] = (result.data as ReturnType<typeof pages>).pages;
    return { ids: page?.tickets.map((t) => t.id), count: page?.count, stale: result.stale };
  };
  const waiting = ticket({ id: 1, status: "pending", userId: null });
  const mine = ticket({ id: 2, updatedAt: "2026-11-20T11:00:00.000Z" });

  it("moves an accepted ticket from waiting to attending, on top", () => {
    const taken = { ...waiting, status: "open", userId: 5, updatedAt: "2026-11-20T12:30:00.000Z" };
    expect(after([waiting], { status: "pending" }, taken)).toEqual({ ids: [], count: 0, stale: false });
    expect(after([mine], { status: "open" }, taken)).toEqual({ ids: [1, 2], count: 2, stale: false });
    expect(after([mine], { status: "open", sortTickets: "ASC" }, taken).ids).toEqual([2, 1]);
  });
  it("takes a ticket that a colleague accepted out of waiting, and into nothing of mine", () => {
    const theirs = { ...waiting, status: "open", userId: 6 };
    expect(after([waiting], { status: "pending" }, theirs).ids).toEqual([]);
    expect(after([mine], { status: "open" }, theirs).ids).toEqual([2]);
  });
  it("moves a closed ticket to the closed ones, and a returned one to waiting", () => {
    expect(after([mine], { status: "open" }, { ...mine, status: "closed" }).ids).toEqual([]);
    expect(after([], { status: "closed" }, { ...mine, status: "closed" }).ids).toEqual([2]);
    expect(after([waiting], { status: "pending" }, { ...mine, status: "pending", userId: null }).ids).toEqual([1, 2]);
  });
});
