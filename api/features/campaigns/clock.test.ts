import { expect, test } from "vitest";
import { closing, dayStart, foretell, intervalAfter, isOpenAt, nextDay, nextOpening } from "./clock.ts";
import { initialSettings } from "../../contract/rules/campaign-settings.ts";

const ZONE = "America/Sao_Paulo";
const hours = { startHour: "09:00", endHour: "18:00", sabado: false, domingo: false };
const at = (text: string) => new Date(text);
/** 2026-11-23 is a Monday. */
const opening = (from: string, set: object = {}, zone = ZONE) =>
  nextOpening({ ...hours, ...set }, at(from), zone).toISOString();

test.each([
  ["inside the hours: at once", "2026-11-23T12:00:00-03:00", {}, "2026-11-23T15:00:00.000Z"],
  ["before the hours: today", "2026-11-23T08:59:59-03:00", {}, "2026-11-23T12:00:00.000Z"],
  ["at the end: tomorrow", "2026-11-23T18:00:00-03:00", {}, "2026-11-24T12:00:00.000Z"],
  ["on Friday evening: Monday", "2026-11-27T18:30:00-03:00", {}, "2026-11-30T12:00:00.000Z"],
  ["on Saturday, which counts: today", "2026-11-28T07:00:00-03:00", { sabado: true }, "2026-11-28T12:00:00.000Z"],
  ["on Saturday, where only Sunday counts", "2026-11-28T10:00:00-03:00", { domingo: true }, "2026-11-29T12:00:00.000Z"],
  [
    "all day on Sunday: Monday's first minute",
    "2026-11-29T10:00:00-03:00",
    { startHour: "00:00", endHour: "00:00" },
    "2026-11-30T03:00:00.000Z",
  ],
])("a campaign may write next %s", (_, from, set, expected) => expect(opening(from, set)).toBe(expected));

test("a night's hours belong to the day on which they begin", () => {
  const night = { ...hours, startHour: "22:00", endHour: "02:00" };
  const open = (text: string) => isOpenAt(night, at(text), ZONE);
  expect(open("2026-11-27T23:00:00-03:00")).toBe(true);
  expect(open("2026-11-28T01:59:00-03:00")).toBe(true);
  expect(open("2026-11-28T02:00:00-03:00")).toBe(false);
  expect(open("2026-11-28T23:00:00-03:00")).toBe(false);
  expect(open("2026-11-30T01:00:00-03:00")).toBe(false);
});

test.each([
  ["a day's at its end", {}, "2026-11-23T12:00:00-03:00", "2026-11-23T21:00:00.000Z"],
  [
    "a night's on the next morning",
    { startHour: "22:00", endHour: "02:00" },
    "2026-11-23T23:00:00-03:00",
    "2026-11-24T05:00:00.000Z",
  ],
  [
    "a night's after midnight on the same day",
    { startHour: "22:00", endHour: "02:00" },
    "2026-11-24T01:00:00-03:00",
    "2026-11-24T05:00:00.000Z",
  ],
  [
    "those of whole days at the weekend",
    { startHour: "00:00", endHour: "00:00" },
    "2026-11-23T12:00:00-03:00",
    "2026-11-28T03:00:00.000Z",
  ],
  [
    "those of every whole day never",
    { startHour: "00:00", endHour: "00:00", sabado: true, domingo: true },
    "2026-11-23T12:00:00-03:00",
    undefined,
  ],
])(
  "hours end: %s",
  (_, set, from, expected) => expect(closing({ ...hours, ...set }, at(from), ZONE)?.toISOString()).toBe(expected),
);

test("hours are what people there read on the wall, over both changes of summer time", () => {
  const lisbon = { startHour: "01:30", endHour: "18:00", sabado: true, domingo: true };
  expect(opening("2026-03-28T23:00:00Z", lisbon, "Europe/Lisbon")).toBe("2026-03-29T01:00:00.000Z");
  expect(opening("2026-10-24T23:30:00Z", lisbon, "Europe/Lisbon")).toBe("2026-10-25T00:30:00.000Z");
  expect(dayStart(at("2026-10-25T12:00:00Z"), "Europe/Lisbon").toISOString()).toBe("2026-10-24T23:00:00.000Z");
  expect(nextDay(lisbon, at("2026-10-25T12:00:00Z"), "Europe/Lisbon").toISOString()).toBe("2026-10-26T01:30:00.000Z");
});

test("the greater interval comes once after so many messages, and never where it is off", () => {
  const set = { messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 60 };
  expect([1, 2, 3, 4, 5, 6].map((fed) => intervalAfter(fed, set) / 1000)).toEqual([20, 20, 60, 20, 20, 60]);
  expect(intervalAfter(3, { ...set, longerIntervalAfter: 0 })).toBe(20_000);
  expect(intervalAfter(3, { ...set, greaterInterval: 0 })).toBe(20_000);
});

test("the last message is foretold through evenings, weekends and the day's limit", () => {
  const settings = { ...initialSettings, longerIntervalAfter: 0, messageInterval: 60, dailyLimit: 100 };
  const place = { timezone: ZONE, lines: [{ perDay: 1e9 }], sentToday: 0 };
  const from = at("2026-11-26T17:00:00-03:00");
  expect(foretell(0, from, settings, place)).toBeNull();
  expect(foretell(10, from, settings, place)).toEqual({ first: from, last: at("2026-11-26T17:09:00-03:00") });
  // 60 on Thursday evening, 100 on Friday, the last on Monday.
  expect(foretell(161, from, settings, place)!.last).toEqual(at("2026-11-30T09:00:00-03:00"));
  expect(foretell(20, from, settings, { ...place, sentToday: 95 })!.last).toEqual(at("2026-11-27T09:14:00-03:00"));
  expect(foretell(20, from, settings, { ...place, lines: [{ perDay: 5 }, { perDay: 5 }] })!.last)
    .toEqual(at("2026-11-27T09:04:30-03:00"));
});
