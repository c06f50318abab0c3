// The company's calendar, as planning looks at it.
import { type Schedules, type Weekday, weekdays } from "../../contract/rules/schedule.ts";
import type { WorkingDays } from "../../contract/rules/recurrence.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

/** The working week where a company has set no hours. */
const MONDAY_TO_FRIDAY: readonly Weekday[] = weekdays.slice(0, 5);

export interface Calendar {
  timezone: string;
  work: WorkingDays;
}
/** The company's time zone, the weekdays on which it has hours, and its holidays. */
export async function calendarOf(tx: Tx): Promise<Calendar> {
  const [[company], holidays] = await Promise.all([
    tx<
      { timezone: string; schedules: Schedules }[]
    >`select timezone, schedules from app.companies where id = ${tx.companyId}`,
    queries.holidays(tx),
  ]);
  const open = (company?.schedules ?? []).filter(({ startTimeA, endTimeA, startTimeB, endTimeB }) =>
    startTimeA !== endTimeA || startTimeB !== endTimeB
  ).map(({ weekdayEn }) => weekdayEn);
  return {
    timezone: company?.timezone ?? "UTC",
    work: {
      weekdays: new Set(open.length ? open : MONDAY_TO_FRIDAY),
      holidays: new Set(holidays.map(({ day }) => day)),
    },
  };
}
