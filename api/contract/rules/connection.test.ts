import { expect, test } from "vitest";
import { type ConnectionRuleValues, ruleMistakes } from "./connection.ts";

const quiet: ConnectionRuleValues = {
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeSendQueue: 0,
  sendIdQueue: null,
  expiresTicket: 0,
  whenExpiresTicket: 0,
  expiresInactiveMessage: "",
  timeInactiveMessage: 0,
  inactiveMessage: "",
  ratingMessage: "",
  expiresTicketNPS: 0,
  maxUseBotQueuesNPS: 3,
  timeCreateNewTicket: 0,
  collectiveVacationStart: null,
  collectiveVacationEnd: null,
  collectiveVacationMessage: "",
  schedules: [],
  integrationId: null,
  promptId: null,
};
const today = "2026-03-05";
const mistakes = (values: Partial<ConnectionRuleValues>, rates = false, before?: Partial<ConnectionRuleValues>) =>
  ruleMistakes({ ...quiet, ...values }, {
    today,
    rates,
    before: before ? { ...quiet, ...before } : undefined,
  }).map(({ field, message }) => `${field} ${message}`);

test("a connection that does nothing by itself is fine", () => {
  expect(mistakes({})).toEqual([]);
});

test("a time to redirect and the queue to redirect to need each other", () => {
  expect(mistakes({ timeSendQueue: 10 })).toEqual(["sendIdQueue required"]);
  expect(mistakes({ sendIdQueue: 4 })).toEqual(["timeSendQueue required"]);
  expect(mistakes({ timeSendQueue: 10, sendIdQueue: 4 })).toEqual([]);
});

test("where ratings are on, the question and its time are required", () => {
  expect(mistakes({ ratingMessage: " " }, true)).toEqual(["ratingMessage required", "expiresTicketNPS required"]);
  expect(mistakes({ ratingMessage: "De 0 a 10?", expiresTicketNPS: 5 }, true)).toEqual([]);
});

test("a vacation text needs both its days, the second not before the first", () => {
  const collectiveVacationMessage = "Voltamos dia 15.";
  expect(mistakes({ collectiveVacationMessage })).toEqual([
    "collectiveVacationStart required",
    "collectiveVacationEnd required",
  ]);
  expect(
    mistakes({
      collectiveVacationMessage,
      collectiveVacationStart: "2026-03-10",
      collectiveVacationEnd: "2026-03-09",
    }),
  ).toEqual(["collectiveVacationEnd date_range"]);
});

test("vacation begins ten days ago at the earliest, unless it was kept already", () => {
  const old = { collectiveVacationStart: "2026-02-22", collectiveVacationEnd: "2026-03-09" };
  expect(mistakes({ ...old, collectiveVacationStart: "2026-02-23" })).toEqual([]);
  expect(mistakes(old)).toEqual(["collectiveVacationStart date_range"]);
  expect(mistakes(old, false, old)).toEqual([]);
});
