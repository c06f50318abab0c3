import { expect, test } from "vitest";
import { asQuery, initialFilters } from "./filters.ts";

test("the range begins with the first of the month of the company's calendar", () => {
  // In São Paulo it is still 31 March, in UTC April has begun.
  const now = Date.parse("2026-04-01T01:30:00Z");
  expect(initialFilters("America/Sao_Paulo", now)).toMatchObject({ from: "2026-03-01", to: "2026-03-31" });
  expect(initialFilters("Europe/Istanbul", now)).toMatchObject({ from: "2026-04-01", to: "2026-04-01" });
});

test("a filter that is not chosen is not asked for", () => {
  const none = initialFilters("UTC", 0);
  expect(JSON.parse(JSON.stringify(asQuery(none)))).toEqual({ dateFrom: "1970-01-01", dateTo: "1970-01-01" });
  expect(asQuery({ ...none, who: { id: 7, name: "Ana" }, queues: [0, 3], statuses: [2], onlyRated: true }))
    .toMatchObject(
      { contactId: 7, queueIds: "[0,3]", status: '["closed"]', onlyRated: "true" },
    );
  expect(asQuery({ ...none, who: { text: "sou" } })).toMatchObject({ searchParam: "sou" });
});
