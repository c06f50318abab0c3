import { expect, test } from "vitest";
import { nearDays } from "./near.ts";

const now = Date.parse("2027-02-26T15:00:00");
const me = {
  profile: "admin" as const,
  support: null,
  company: { id: 7, dueDate: "2027-02-28T09:00:00", expired: false },
};
const due = (dueDate: string | null) => ({ ...me, company: { ...me.company, dueDate } });

test.each([
  ["2027-03-04", null],
  ["2027-03-03", 5],
  ["2027-03-02", null],
  ["2027-03-01", null],
  ["2027-02-28", 2],
  ["2027-02-27", 1],
  ["2027-02-26", 0],
])("who is due on %s is told: %s", (day, left) => expect(nearDays(due(`${day}T20:00:00`), now)).toBe(left));

test("nobody is told who cannot pay, whose company never is due or is closed already, and who only looks", () => {
  const silent = [
    due(null),
    { ...me, profile: "user" as const },
    { ...me, company: { ...me.company, expired: true } },
    { ...me, company: { ...me.company, id: 1 } },
    { ...me, support: { by: "Bia", until: "2027-02-26T16:00:00", mine: true } },
  ];
  expect(silent.map((one) => nearDays(one, now))).toEqual([null, null, null, null, null]);
  expect(nearDays({ ...me, support: { by: "Bia", until: "2027-02-26T16:00:00", mine: false } }, now)).toBe(2);
});
