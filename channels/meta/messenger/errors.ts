// Error codes of the Send API for pages and Instagram accounts.
import { type Verdict, verdicts as v } from "../errors.ts";

const bySubcode: Record<string, Verdict> = {
  "10/2018278": v.window,
  "10/2534022": v.window,
  "10/2018065": v.window,
  "10/2018108": v.unavailable,
  "10/1893063": v.suspended,
  "100/2018001": v.unavailable,
  "100/2534014": v.unavailable,
  "100/2018008": v.media,
  "100/2018047": v.media,
  "100/2018109": v.media,
  "100/2018294": v.media,
  "100/2018074": v.media,
  // One of Meta's pages calls this code a closed window; our own clock judges the window, so here the code means the person.
  "200/1545041": v.unavailable,
};
const byCode: Record<string, Verdict> = {
  1: v.transient,
  2: v.transient,
  4: v.appLimit,
  10: v.auth,
  17: v.appLimit,
  32: v.appLimit,
  100: v.refused,
  102: v.auth,
  190: v.auth,
  200: v.auth,
  230: v.auth,
  368: v.suspended,
  551: v.unavailable,
  613: v.appLimit,
  2018218: v.refused,
  2018247: v.refused,
};

/** What a Send API error means. Undefined for codes Meta's table does not have. */
export function explainMessenger(code: number, subcode?: number): Verdict | undefined {
  return bySubcode[`${code}/${subcode}`] ?? byCode[code];
}
