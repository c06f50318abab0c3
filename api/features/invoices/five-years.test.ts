// Five years of bills of one company against a calculation that shares nothing with the product's: days are counted one by one on a
// calendar, amounts in a ledger by hand. Trial, recurrence, plan changes, people and connections beyond the plan, late payments.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Recurrence, recurrences } from "../../contract/rules/billing.ts";
import { nextPeriod, type Wished } from "./make.ts";
import { extended } from "./pay.ts";
import type { Account } from "./queries.ts";

const ZONE = "America/Sao_Paulo";
const plan = (id: number, cents: number) => ({ id, name: `Plano ${id}`, users: 3, connections: 2, cents });
const basic = plan(1, 9_990);
const full = plan(2, 24_900);
interface Given {
  firstDue: string;
  recurrence: Recurrence;
  /** What changes before which payment (from 0). */
  changes?: Record<number, Partial<Pick<Account, "recurrence" | "seats" | "lines" | "plan">> & { wish?: Wished }>;
  seats?: number | null;
  lines?: number | null;
}
interface Bill {
  start: string;
  end: string;
  cents: number;
}

/** As the product makes and pays one bill after the other, always on the day before it is due. */
function billed({ firstDue, recurrence, changes = {}, seats = null, lines = null }: Given): Bill[] {
  let account: Account = {
    ...{ id: 7, name: "Padaria", email: "", document: "", timezone: ZONE, forever: false, plan: basic },
    ...{ recurrence, seats, lines, dueDay: null, dueAt: new Date(`${firstDue}T12:34:00-03:00`) },
  };
  const until = new Date(
    `${Number(firstDue.slice(0, 4)) + 5}${firstDue.slice(4)}T12:34:00-03:00`.replace("02-29", "02-28"),
  );
  const bills: Bill[] = [];
  for (let n = 0; account.dueAt! < until; n++) {
    const { wish, ...changed } = changes[n] ?? {};
    account = { ...account, ...changed };
    const period = nextPeriod(account, wish)!;
    bills.push({ start: period.start, end: period.end, cents: period.cents });
    const now = new Date(account.dueAt!.getTime() - 86_400_000);
    const { dueAt, dueDay, start, end } = extended({ ...account, dueAt: account.dueAt! }, now);
    expect([start, end]).toEqual([period.start, period.end]);
    account = { ...account, dueAt, dueDay };
    if (wish && "plan" in wish) account = { ...account, plan: wish.plan, seats: null, lines: null };
    else if (wish) account = { ...account, seats: wish.users, lines: wish.connections };
  }
  return bills;
}

/** How long a month is, said by hand. */
const lengthOf = (year: number, month: number) =>
  month === 2 ? (year % 4 === 0 ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const every = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };
/** The same on paper: the n-th month after the first with the day that was agreed on, or the month's last. */
function onPaper({ firstDue, recurrence, changes = {}, seats = null, lines = null }: Given): Bill[] {
  const [year, month, day] = firstDue.split("-").map(Number) as [number, number, number];
  let [passed, often, monthly] = [0, recurrence as string, 9_990];
  let own: [number, number] | null = seats !== null && lines !== null ? [seats, lines] : null;
  const dated = (months: number) => {
    const [y, m] = [year + Math.floor((month - 1 + months) / 12), (month - 1 + months) % 12 + 1];
    return [y, m, Math.min(day, lengthOf(y, m))].map((part) => String(part).padStart(2, "0")).join("-");
  };
  const bills: Bill[] = [];
  for (let n = 0; passed < 60; n++) {
    const change = changes[n] ?? {};
    often = change.recurrence ?? often;
    if (change.plan) monthly = change.plan.cents;
    if (change.seats !== undefined) own = change.seats === null ? null : [change.seats, change.lines!];
    if (change.wish && "plan" in change.wish) [monthly, own] = [change.wish.plan.cents, null];
    else if (change.wish) own = [change.wish.users, change.wish.connections];
    let each = monthly;
    if (own) {
      each = 4_900;
      for (let person = 4; person <= own[0]; person++) each += 1_100;
      for (let line = 4; line <= own[1]; line++) each += 2_000;
    }
    const months = every[often as Recurrence];
    bills.push({ start: dated(passed), end: dated(passed + months), cents: each * months });
    passed += months;
  }
  return bills;
}

const days = ["2026-12-01", "2026-12-15", "2026-11-28", "2027-01-29", "2027-01-30", "2027-01-31", "2028-02-29"];
const table = days.flatMap((firstDue) => recurrences.map((recurrence) => ({ firstDue, recurrence })));
describe("five years of bills are those that a person counts by hand", () => {
  test.each(table)("first due $firstDue, $recurrence", (given) => {
    expect(billed(given)).toEqual(onPaper(given));
    expect(billed({ ...given, seats: 7, lines: 4 })).toEqual(onPaper({ ...given, seats: 7, lines: 4 }));
  });

  test("whatever is changed when", () => {
    const wish = fc.oneof(
      fc.constant({ plan: full }),
      fc.record({ users: fc.integer({ min: 1, max: 40 }), connections: fc.integer({ min: 1, max: 20 }) }),
    );
    const change = fc.oneof(
      fc.record({ recurrence: fc.constantFrom(...recurrences) }),
      fc.record({ wish }),
      fc.constant({ plan: full }),
      fc.record({ seats: fc.integer({ min: 1, max: 40 }), lines: fc.integer({ min: 1, max: 20 }) }),
      fc.constant({ seats: null, lines: null }),
    );
    const given = fc.record({
      firstDue: fc.constantFrom(...days),
      recurrence: fc.constantFrom(...recurrences),
      changes: fc.dictionary(fc.integer({ min: 0, max: 30 }).map(String), change, { maxKeys: 5 }),
    });
    fc.assert(
      fc.property(given, (one) => {
        expect(billed(one as Given)).toEqual(onPaper(one as Given));
      }),
      { numRuns: 300 },
    );
  });

  test("their line, price and end are said on the invoice by hand once", () => {
    const changes = {
      1: { wish: { users: 5, connections: 4 } },
      3: { wish: { plan: full } },
      4: { recurrence: "TRIMESTRAL" },
    };
    expect(billed({ firstDue: "2027-01-31", recurrence: "MENSAL", changes }).slice(0, 6)).toEqual([
      { start: "2027-01-31", end: "2027-02-28", cents: 9_990 },
      { start: "2027-02-28", end: "2027-03-31", cents: 9_100 },
      { start: "2027-03-31", end: "2027-04-30", cents: 9_100 },
      { start: "2027-04-30", end: "2027-05-31", cents: 24_900 },
      { start: "2027-05-31", end: "2027-08-31", cents: 74_700 },
      { start: "2027-08-31", end: "2027-11-30", cents: 74_700 },
    ]);
  });
});

describe("who pays late", () => {
  const late = { timezone: ZONE, recurrence: "MENSAL", dueDay: 31, dueAt: new Date("2027-02-28T12:34:00-03:00") };
  test.each([
    ["a day", "2027-03-01T09:00:00-03:00", "2027-03-31"],
    ["the day before the period is over", "2027-03-30T23:00:00-03:00", "2027-03-31"],
    ["the last minute", "2027-03-31T12:33:00-03:00", "2027-03-31"],
    // The time between is not billed, and the day of the payment is the new agreement.
    ["when it is over", "2027-03-31T12:34:00-03:00", "2027-04-30"],
    ["a year", "2028-02-29T08:00:00-03:00", "2028-03-29"],
  ])("%s later", (_, now, end) => {
    const paid = extended(late, new Date(now));
    expect([paid.end, paid.dueAt.toISOString()]).toEqual([end, new Date(`${end}T12:34:00-03:00`).toISOString()]);
  });
});

test("nothing is billed for ever, without a due date, or to the platform itself", () => {
  const account = {
    ...{ id: 1, name: "", email: "", document: "", timezone: ZONE, recurrence: "MENSAL" },
    dueDay: null,
    plan: basic,
  };
  const none = { seats: null, lines: null };
  expect(nextPeriod({ ...account, ...none, dueAt: null, forever: false })).toBeNull();
  expect(nextPeriod({ ...account, ...none, dueAt: new Date(), forever: true })).toBeNull();
});
