import { describe, expect, it } from "vitest";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { offered } from "../actions/offered.ts";
import { cut } from "../cut.ts";
import { phoneNumber } from "../phone-number.ts";
import { withContact } from "../with-contact.ts";
import { plain } from "./plain.ts";
import { asShown, settle } from "./settle.ts";
import { filterCount, listCall, type ListState, noFilters } from "./state.ts";
import { nextIndex } from "./use-roving.ts";
import { waitingAge } from "./waiting.ts";

const state: ListState = {
  view: "open",
  tab: "pending",
  search: "",
  searchOnMessages: true,
  showAll: false,
  oldestFirst: true,
  filters: noFilters,
};
const of = (...ids: number[]) => ids.map((id) => ({ id } as Ticket));
const ids = (rows: { ticket: Ticket; gone: boolean }[]) => rows.map((row) => row.gone ? -row.ticket.id : row.ticket.id);

describe("listCall", () => {
  it("asks for a tab, for the closed ones, or searches everything", () => {
    expect(listCall(state)).toEqual({ status: "pending", sortTickets: "ASC" });
    expect(listCall({ ...state, view: "closed" })).toEqual({ status: "closed" });
    expect(listCall({ ...state, search: "ana", filters: { ...noFilters, statuses: ["open"] } })).toEqual({
      searchParam: "ana",
      searchOnMessages: "true",
      statusFilter: '["open"]',
    });
    expect(listCall({ ...state, filters: { ...noFilters, queues: [0, 2] } }).queueIds).toBe("[0,2]");
  });
  it("counts the filters that count", () => {
    const filters = { ...noFilters, queues: [1], statuses: ["open" as const] };
    expect([filterCount({ ...state, filters }), filterCount({ ...state, filters, search: "a" })]).toEqual([1, 2]);
  });
});

describe("settle", () => {
  it("keeps the order under the pointer and holds newcomers back", () => {
    const held = settle(asShown(of(1, 2, 3)), of(9, 3, 1, 2));
    expect(ids(held.rows)).toEqual([1, 2, 3]);
    expect([held.held, held.moved]).toEqual([1, true]);
  });
  it("dims what left, and appends later pages", () => {
    const held = settle(asShown(of(1, 2)), of(2, 3, 4));
    expect(ids(held.rows)).toEqual([-1, 2, 3, 4]);
    expect([held.held, held.moved]).toEqual([0, true]);
  });
  it("has nothing to say when nothing moved", () => {
    expect(settle(asShown(of(1, 2)), of(1, 2, 3))).toMatchObject({ held: 0, moved: false });
  });
});

describe("what a row says", () => {
  it("ages while the customer waits", () => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    const since = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    expect([null, since(14), since(15), since(60)].map((at) => waitingAge(at, now))).toEqual([
      "fresh",
      "fresh",
      "amber",
      "red",
    ]);
  });
  it("cuts by characters people see, and shows words without their marks", () => {
    expect(cut("a".repeat(61), 60)).toHaveLength(60);
    expect(cut("👍".repeat(3), 3)).toBe("👍👍👍");
    expect(plain("*Marina*:\nTudo *certo* e _bom_", true)).toBe("Tudo certo e bom");
    expect(plain("*Ana*: 2*3*4 snake_case", false)).toBe("Ana: 2*3*4 snake_case");
  });
  it("masks Brazilian numbers as people write them", () => {
    expect(phoneNumber("5511987654321")).toBe("+55 (11) 98765-4321");
    expect(phoneNumber("551187654321")).toBe("+55 (11) 8765-4321");
    expect(phoneNumber("14155550123")).toBe("+14155550123");
    expect(phoneNumber("55119****21")).toBe("55119****21");
  });
  it("follows its contact's changes", () => {
    const ticket = { id: 1, contact: { id: 9, name: "Ana" } };
    const contact = { id: 9, name: "Ana Souza", urlPicture: null, number: "", isGroup: false };
    expect(withContact(ticket, { action: "update", contact }).contact.name).toBe("Ana Souza");
    expect(withContact(ticket, { action: "update", contact: { ...contact, id: 8 } })).toBe(ticket);
    expect(withContact(ticket, { action: "delete", contactId: 9 })).toBe(ticket);
  });
});

describe("keys and actions", () => {
  it("moves the focus within the list", () => {
    expect(["j", "k", "Home", "End", "ArrowDown", "x"].map((key) => nextIndex(key, 1, 5))).toEqual([
      2,
      0,
      0,
      4,
      2,
      undefined,
    ]);
    expect(nextIndex("j", 4, 5)).toBe(4);
    expect(nextIndex("j", 0, 0)).toBeUndefined();
  });
  it("offers what the state and the person allow", () => {
    const viewer = { profile: "user", userClosePendingTicket: false } as Parameters<typeof offered>[1];
    expect(offered({ status: "pending" }, viewer).quick).toEqual(["accept", "transfer"]);
    expect(offered({ status: "pending" }, { ...viewer, userClosePendingTicket: true }).quick).toContain("ignore");
    expect(offered({ status: "closed" }, viewer)).toEqual({ quick: ["reopen"], more: ["log"] });
    expect(offered({ status: "open" }, { ...viewer, profile: "admin" }).more).toContain("delete");
  });
});
