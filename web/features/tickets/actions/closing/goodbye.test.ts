import { expect, test } from "vitest";
import { asksFirst, goodbyeOf } from "./goodbye.ts";

const me = { id: 7, farewellMessage: "", rates: false, tagged: false };
const line = { groupAsTicket: "disabled", hasFarewell: false, hasRating: false };
const ticket = { isGroup: false, userId: 7, tags: [], whatsapp: line };
const tag = { id: 1, name: "Noiva", color: "#db2777" };

test("closing asks nothing where nothing would be said and no tag is wanted", () => {
  expect(asksFirst(ticket, me)).toBe(false);
  expect(asksFirst({ ...ticket, userId: null }, me)).toBe(false);
  // A connection's question means nothing while the company asks for no ratings.
  expect(asksFirst({ ...ticket, whatsapp: { ...line, hasRating: true } }, me)).toBe(false);
});

test("closing asks where the connection or the person says goodbye, or a rating is wanted", () => {
  expect(goodbyeOf({ ...ticket, whatsapp: { ...line, hasFarewell: true } }, me)).toBe("farewell");
  expect(goodbyeOf(ticket, { ...me, farewellMessage: "Até logo" })).toBe("farewell");
  expect(goodbyeOf({ ...ticket, whatsapp: { ...line, hasFarewell: true, hasRating: true } }, { ...me, rates: true }))
    .toBe("rating");
});

test("closing asks where the device does not know: a colleague's ticket, and what was kept from before", () => {
  expect(goodbyeOf({ ...ticket, userId: 8 }, me)).toBe("farewell");
  expect(goodbyeOf({ ...ticket, whatsapp: { groupAsTicket: "disabled" } }, me)).toBe("farewell");
  expect(goodbyeOf({ ...ticket, whatsapp: null }, me)).toBe("farewell");
});

test("a group that is no ticket is told nothing; one that is, is never asked to rate", () => {
  const group = { ...ticket, isGroup: true, whatsapp: { ...line, hasFarewell: true, hasRating: true } };
  expect(goodbyeOf(group, { ...me, rates: true })).toBeNull();
  const served = { ...group, whatsapp: { ...group.whatsapp, groupAsTicket: "enabled" } };
  expect(goodbyeOf(served, { ...me, rates: true })).toBe("farewell");
});

test("closing asks for the tag that is missing where one is wanted", () => {
  expect(asksFirst(ticket, { ...me, tagged: true })).toBe(true);
  expect(asksFirst({ ...ticket, tags: [tag] }, { ...me, tagged: true })).toBe(false);
});
