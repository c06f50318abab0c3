import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import type { OutboxRow } from "../../core/outbox.ts";
import { belongs, inOrder, type TicketCall } from "./state/membership.ts";
import { markOf, wantedTicket, wantedTickets, withWanted, withWantedCounts } from "./pending.ts";

const me = { id: 7, name: "Bia", color: "#111111" };
const viewer = {
  id: 7,
  companyId: 1,
  profile: "admin" as const,
  super: false,
  showDashboard: true,
  allowRealTime: true,
  allowConnections: true,
  allUserChat: true,
  allTicket: true,
  allowGroup: true,
  allHistoric: true,
  userClosePendingTicket: true,
  queueIds: [],
};
const looking = { viewer, timezone: "America/Sao_Paulo", listed: () => false };
beforeAll(() =>
  liveList(tickets.list, {
    belongs: (ticket, { query = {} }) => belongs(ticket, query, looking),
    sort: (a, b, call) => inOrder(a, b, call.query?.sortTickets),
  })
);

const ticket = (id: number, change: Partial<Ticket> = {}): Ticket => ({
  id,
  uuid: `u${id}`,
  status: "pending",
  queueId: null,
  queue: null,
  contact: { id, name: `C${id}`, urlPicture: null, number: "", isGroup: false },
  updatedAt: `2026-11-20T12:00:${String(id).padStart(2, "0")}.000Z`,
  createdAt: "2026-11-20T11:00:00.000Z",
  unreadMessages: 2,
  isGroup: false,
  userId: null,
  user: null,
  tags: [],
  lastMessage: "Oi",
  ...change,
} as Ticket);
let serial = 0;
const row = (ticketId: number, kind: string, change: Partial<OutboxRow> = {}): OutboxRow => ({
  id: `r${++serial}`,
  seq: serial,
  ticketId,
  kind,
  call: { method: "PUT", path: `/tickets/${ticketId}`, body: {} },
  blobs: [],
  about: {},
  createdAt: Date.parse("2026-11-20T13:00:00Z"),
  tries: 0,
  nextAt: 0,
  state: "waiting",
  maybeSent: false,
  reason: null,
  progress: 0,
  ...change,
});
const ids = (list: { records: readonly Ticket[] }) => list.records.map(({ id }) => id);
const shown = (records: Ticket[], status: TicketCall["status"], wanted: Parameters<typeof withWanted>[2]) =>
  withWanted({ records, count: records.length, hasMore: false }, { status }, wanted);

describe("waiting rows laid over tickets", () => {
  it("an accepted ticket is mine, out of the waiting list and in its place among mine, and the tabs count it so", () => {
    const [a, b, mine] = [ticket(5), ticket(6), ticket(4, { status: "open", userId: 7, user: me })];
    const queue = { id: 3, name: "Vendas", color: "#000000" };
    const wanted = wantedTickets([row(5, "accept", { about: { queue } })], me, (id) => [a, b].find((t) => t.id === id));
    expect(wanted[0]?.after).toMatchObject({ status: "open", userId: 7, user: me, queueId: 3, queue });
    expect(shown([b, a], "pending", wanted)).toMatchObject({ count: 1 });
    expect(ids(shown([b, a], "pending", wanted))).toEqual([6]);
    expect(ids(shown([mine], "open", wanted))).toEqual([5, 4]);
    const counts = { open: { count: 1, unread: 0 }, pending: { count: 2, unread: 4 }, group: { count: 0, unread: 0 } };
    expect(withWantedCounts(counts, wanted, (t, tab) => belongs(t, { status: tab }, looking))).toEqual({
      open: { count: 2, unread: 2 },
      pending: { count: 1, unread: 2 },
      group: { count: 0, unread: 0 },
    });
  });

  it("a closed one leaves the list; a refusal brings it back", () => {
    const open = ticket(1, { status: "open", userId: 7 });
    const close = row(1, "close");
    const over = (rows: OutboxRow[]) => ids(shown([open], "open", wantedTickets(rows, me, () => open)));
    expect(over([close])).toEqual([]);
    expect(over([{ ...close, state: "refused" }])).toEqual([1]);
    expect([markOf([close]), markOf([{ ...close, state: "refused" }]), markOf([])]).toEqual([
      "waiting",
      "refused",
      null,
    ]);
  });

  it("deeds hold in the order they were done", () => {
    const rows = [
      row(1, "accept"),
      row(1, "message", { call: { method: "POST", path: "", body: { body: "oi\nvocê" } } }),
    ];
    const after = wantedTicket(ticket(1), rows, me);
    expect(after).toMatchObject({ status: "open", lastMessage: "oi você", lastAck: 0, waitingSince: null });
    expect(after.updatedAt).toBe("2026-11-20T13:00:00.000Z");
    expect(wantedTicket(ticket(1), [...rows, row(1, "return")], me)).toMatchObject({ status: "pending", userId: null });
  });

  it("what comes in after a conversation was read is unread, however long the mark waits behind a message", () => {
    const read = ticket(1, { unreadMessages: 2, lastInboundAt: "2026-11-20T12:00:00.000Z" });
    const mark = row(1, "read", { about: { ticket: read } });
    expect(wantedTicket(read, [mark], me).unreadMessages).toBe(0);
    const more = { ...read, unreadMessages: 5, lastInboundAt: "2026-11-20T13:30:00.000Z" };
    expect(wantedTicket(more, [mark], me).unreadMessages).toBe(3);
    // Read elsewhere before, and read here again.
    expect(wantedTicket({ ...more, unreadMessages: 1 }, [mark], me).unreadMessages).toBe(0);
    expect(wantedTicket(more, [mark, row(1, "read", { about: { ticket: more } })], me).unreadMessages).toBe(0);
    expect(wantedTicket(more, [row(1, "read")], me).unreadMessages).toBe(0);
  });

  it("a ticket that nobody knows any more is shown as it was when the person acted", () => {
    const [wanted] = wantedTickets([row(9, "accept", { about: { ticket: ticket(9) } })], me, () => undefined);
    expect(wanted?.after).toMatchObject({ id: 9, status: "open" });
    expect(wantedTickets([row(9, "accept")], me, () => undefined)).toEqual([]);
  });

  it("live events in between do not make it flicker: whatever the server says of the ticket, it stays where it will be", () => {
    const said = fc.record({
      status: fc.constantFrom("pending", "open", "closed"),
      unreadMessages: fc.nat(5),
      lastMessage: fc.string(),
    });
    fc.assert(fc.property(fc.array(said), (changes) => {
      const accept = row(1, "accept");
      for (const change of changes) {
        const now = ticket(1, change);
        const wanted = wantedTickets([accept], me, () => now);
        expect(ids(shown(now.status === "pending" ? [now] : [], "pending", wanted))).toEqual([]);
        const mine = shown([], "open", wanted);
        expect(mine.records).toMatchObject([{ id: 1, userId: 7, lastMessage: change.lastMessage }]);
      }
    }));
  });

  it("nothing waits: the very same objects, nothing is drawn again", () => {
    const records = [ticket(1)];
    expect(shown(records, "pending", []).records).toBe(records);
    expect(wantedTicket(records[0]!, [], me)).toBe(records[0]);
  });
});
