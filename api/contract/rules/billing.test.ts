import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsOf, customCents, monthsOf, nextDue, periodCents, reais, recurrences, taxNumber } from "./billing.ts";

/** The same by counting days one by one on another calendar: no arithmetic of months is shared with the rule. */
function countedDue(from: string, months: number, anchorDay: number): string {
  const day = new Date(`${from}T12:00:00Z`);
  let entered = 0;
  let lastOfMonth = from;
  for (;;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDate() === 1 && ++entered > months) return lastOfMonth;
    lastOfMonth = day.toISOString().slice(0, 10);
    if (entered === months && day.getUTCDate() === anchorDay) return lastOfMonth;
  }
}

describe("a due date moves on", () => {
  const anchors = [1, 15, 28, 29, 30, 31];
  const table = anchors.flatMap((anchor) => recurrences.map((recurrence) => [anchor, recurrence] as const));
  test.each(table)("from day %i, %s, as counted day by day over five years with a leap year", (anchor, recurrence) => {
    let due = nextDue("2026-12-01", "MENSAL", anchor);
    for (let period = 0; period < 60 / monthsOf(recurrence); period++) {
      const next = nextDue(due, recurrence, anchor);
      expect([due, next]).toEqual([due, countedDue(due, monthsOf(recurrence), anchor)]);
      due = next;
    }
    expect(due.slice(0, 4) >= "2031").toBe(true);
  });

  test("keeps its day behind a short month, also when the recurrence changes on the way", () => {
    const steps = [["MENSAL", "2027-02-28"], ["MENSAL", "2027-03-31"], ["TRIMESTRAL", "2027-06-30"]] as const;
    let due = "2027-01-31";
    for (const [recurrence, expected] of steps) expect(due = nextDue(due, recurrence, 31)).toBe(expected);
    expect(nextDue("2028-02-29", "ANUAL", 29)).toBe("2029-02-28");
    expect(nextDue("2029-02-28", "ANUAL", 29)).toBe("2030-02-28");
    expect(nextDue("2031-02-28", "ANUAL", 29)).toBe("2032-02-29");
  });

  test("always later, in the right month, whatever the day was", () => {
    const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...recurrences), fc.integer({ min: 1, max: 31 }), (at, often, anchor) => {
        const from = at.toISOString().slice(0, 10);
        const next = nextDue(from, often, anchor);
        const monthsBetween = (Number(next.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(next.slice(5, 7)) -
          Number(from.slice(5, 7));
        return next > from && monthsBetween === monthsOf(often) && Number(next.slice(8)) <= anchor;
      }),
    );
  });

  test("not from a day that does not exist", () => {
    for (const none of ["2026-02-30", "hoje", "", "2026-13-01"]) {
      expect(() => nextDue(none, "MENSAL", 1)).toThrow(RangeError);
    }
  });
});

describe("a period costs", () => {
  const plan = { planCents: 9990, seats: null, lines: null };
  test.each([
    ["MENSAL", 9990],
    ["BIMESTRAL", 19980],
    ["TRIMESTRAL", 29970],
    ["SEMESTRAL", 59940],
    ["ANUAL", 119880],
    ["QUINZENAL", 9990],
  ])(
    "%s: %i cents of a plan of 99.90",
    (recurrence, cents) => expect(periodCents({ ...plan, recurrence })).toBe(cents),
  );

  test("by its people and connections where both are chosen, and the plan's where only one is", () => {
    expect(customCents({ users: 3, connections: 3 })).toBe(4900);
    expect(customCents({ users: 1, connections: 2 })).toBe(4900);
    expect(customCents({ users: 5, connections: 4 })).toBe(4900 + 2 * 1100 + 2000);
    expect(periodCents({ ...plan, seats: 10, lines: 3, recurrence: "ANUAL" })).toBe((4900 + 7 * 1100) * 12);
    expect(periodCents({ ...plan, seats: 10, lines: null, recurrence: "MENSAL" })).toBe(9990);
  });

  test("what is written and read as text comes back the same", () => {
    expect([0, 5, 50, 4900, 119880].map(reais)).toEqual(["0.00", "0.05", "0.50", "49.00", "1198.80"]);
    fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => centsOf(reais(cents)) === cents));
    expect(["49", "49.9", "49.90"].map(centsOf)).toEqual([4900, 4990, 4990]);
    expect(["", "-1", "1,5", "1.234", "1e3", " 1", "0x10", "٤٩"].map(centsOf)).toEqual(Array(8).fill(null));
  });
});

describe("a taxpayer's number", () => {
  test("is read with and without its signs, of people and companies, letters too", () => {
    expect(taxNumber("123.456.789-09")).toEqual({ kind: "cpf", value: "12345678909" });
    expect(taxNumber("11144477735")).toEqual({ kind: "cpf", value: "11144477735" });
    expect(taxNumber("11.222.333/0001-81")).toEqual({ kind: "cnpj", value: "11222333000181" });
    expect(taxNumber(" 12.abc.345/01de-35 ")).toEqual({ kind: "cnpj", value: "12ABC34501DE35" });
  });
  test("is refused with wrong digits, of one digit only, too short or too long, and written in other scripts", () => {
    const wrong = [
      "12345678900",
      "11111111111",
      "11222333000180",
      "00000000000000",
      "12ABC34501DE36",
      "1234567890",
      "",
    ];
    expect([...wrong, "１２３４５６７８９０９", "12ABC34501DEAB", "123456789091"].map(taxNumber)).toEqual(
      Array(10).fill(null),
    );
  });
  test("with another check digit is refused", () => {
    for (const good of ["12345678909", "11222333000181", "12ABC34501DE35"]) {
      for (const at of [good.length - 2, good.length - 1]) {
        const other = String((Number(good[at]) + 1) % 10);
        expect(taxNumber(good.slice(0, at) + other + good.slice(at + 1))).toBeNull();
      }
    }
  });
});
