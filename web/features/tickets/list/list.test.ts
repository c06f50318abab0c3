import { describe, expect, it } from "vitest";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { offered } from "../actions/offered.ts";
import { cut } from "../cut.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { withContact } from "../with-contact.ts";
import { cutPieces, pieces, plain, withFinds } from "../../../core/words/plain.ts";
import { fromAddress, toAddress } from "../state/address.ts";
import { nothing, ranged, toggled } from "../state/selection.ts";
import { further } from "../state/shown-rows.ts";
import { asShown, settle } from "../state/settle.ts";
import { filterCount, firstState, isSearch, listCall, type ListState, noFilters, turn } from "../state/state.ts";
import { nextIndex } from "../state/use-roving.ts";
import { waitingAge } from "./row/waiting.ts";

const state: ListState = { ...firstState, tab: "pending", searchOnMessages: true };
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
  it("a status or a contact goes across the tabs and makes a search of it", () => {
    const filters = { ...noFilters, queues: [1], statuses: ["open" as const], contacts: [7] };
    const across = { ...state, filters, pageSize: 20 };
    expect([isSearch(across), filterCount(across)]).toEqual([true, 3]);
    expect(listCall(across)).toEqual({ statusFilter: '["open"]', contacts: "[7]", queueIds: "[1]", pageSize: 20 });
  });
  it("shows who waits longest first, the rest newest first, until one turns it", () => {
    const open = { ...state, tab: "open" as const };
    expect([open, turn(open), turn(state), turn(turn(state))].map((one) => listCall(one).sortTickets))
      .toEqual([undefined, "ASC", undefined, "ASC"]);
  });
});

describe("an address", () => {
  it("says the state, and nothing where all is as at first", () => {
    expect(toAddress(firstState)).toBe("");
    expect(fromAddress("?new=1")).toBeNull();
    const wanted: ListState = {
      view: "closed",
      tab: "pending",
      search: "Ana & Bia",
      searchOnMessages: true,
      showAll: true,
      turned: ["open"],
      pageSize: 20,
      filters: { queues: [0, 2], connections: [3], users: [4], tags: [5], contacts: [6], statuses: ["closed", "nps"] },
    };
    expect(fromAddress(toAddress(wanted))).toEqual(wanted);
  });
  it("leaves out what it does not know", () => {
    expect(fromAddress("?tab=nowhere&queues=1,x,-3&size=9000&status=open,lost")).toEqual({
      ...firstState,
      filters: { ...noFilters, queues: [1], statuses: ["open"] },
    });
  });
});

describe("choosing rows", () => {
  it("takes one more or one less, and with Shift all rows in between", () => {
    const first = toggled(nothing, 2);
    expect([...ranged(first, [1, 2, 3, 4, 5], 4).ids]).toEqual([2, 3, 4]);
    expect([...ranged(first, [1, 2, 3], 1).ids].sort()).toEqual([1, 2]);
    expect([...toggled(first, 2).ids]).toEqual([]);
    expect([...ranged(nothing, [1, 2], 2).ids]).toEqual([2]);
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

describe("the texts of a row", () => {
  it("formats as a bubble does, and cuts by what is read", () => {
    expect(pieces("*Bia*: tudo _bem *aqui*_ ~não~", false)).toEqual([
      { text: "Bia", marks: "*" },
      { text: ": tudo ", marks: "" },
      { text: "bem ", marks: "_" },
      { text: "aqui", marks: "_*" },
      { text: " ", marks: "" },
      { text: "não", marks: "~" },
    ]);
    expect(cutPieces(pieces("*abc*def", false), 5)).toEqual([{ text: "*abc…", marks: "" }]);
    expect(cutPieces(pieces("*abcd* ef", false), 5)).toEqual([{ text: "abcd…", marks: "*" }]);
  });
  it("marks what was looked for without minding case and accents", () => {
    expect(withFinds("José e JOSE", "jose")).toEqual(["", "José", " e ", "JOSE", ""]);
    expect(withFinds("Straße", "asse")).toEqual(["Str", "aße", ""]);
    expect(withFinds("Ana", "  ")).toEqual(["Ana"]);
  });
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
    expect(["ArrowDown", "ArrowUp", "Home", "End", "x"].map((key) => nextIndex(key, 1, 5))).toEqual([
      2,
      0,
      0,
      4,
      undefined,
    ]);
    expect(nextIndex("ArrowDown", 4, 5)).toBe(4);
    expect(nextIndex("ArrowDown", 0, 0)).toBeUndefined();
  });
  it("goes from one ticket to the next, and stops at the ends", () => {
    expect([further([7, 8, 9], 8, 1), further([7, 8, 9], 8, -1), further([7, 8, 9], undefined, 1)]).toEqual([9, 7, 7]);
    expect([further([7, 8, 9], 9, 1), further([], undefined, 1)]).toEqual([undefined, undefined]);
  });
  it("offers what the state and the person allow", () => {
    const viewer = { id: 5, queueIds: [1], profile: "user", userClosePendingTicket: false } as Parameters<
      typeof offered
    >[1];
    const of = (status: string, userId: number | null = null, queueId = viewer.queueIds[0]!) => ({
      status,
      userId,
      queueId,
      isGroup: false,
    });
    expect(offered(of("pending"), viewer).quick).toEqual(["accept", "transfer"]);
    expect(offered(of("pending", viewer.id), viewer).quick).toEqual(["accept", "transfer"]);
    // It waits for a colleague.
    expect(offered(of("pending", viewer.id + 1), viewer).quick).toEqual(["takeOver", "transfer"]);
    // Another queue's is read.
    const reader = { ...viewer, allHistoric: true };
    for (const status of ["pending", "open", "closed"]) {
      expect(offered(of(status, viewer.id + 1, 999), reader)).toEqual({ quick: [], more: ["link", "print", "log"] });
    }
    expect(offered(of("pending"), { ...viewer, userClosePendingTicket: true }).quick).toContain("ignore");
    expect(offered(of("pending"), { ...viewer, showDashboard: true }).quick).toContain("ignore");
    expect(offered(of("closed"), viewer)).toEqual({ quick: ["reopen"], more: ["link", "print", "log"] });
    expect(offered(of("open"), { ...viewer, profile: "admin" }).more).toContain("delete");
  });
});
