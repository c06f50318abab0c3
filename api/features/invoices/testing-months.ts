// How far a due date has gone, as the company counts: near midnight and a month's end UTC is in another one.
import { wallTime } from "../../contract/rules/wall-time.ts";

const BRASILIA = "America/Sao_Paulo";

/** Months from one moment to another on the calendar of a company that has set no zone. */
export function monthsBetween(start: Date, end: Date): number {
  const [from, to] = [start, end].map((at) => {
    const [year, month] = wallTime(at, BRASILIA).date.split("-");
    return Number(year) * 12 + Number(month);
  });
  return to! - from!;
}
