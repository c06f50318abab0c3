import { expect, test } from "vitest";
import { ConnectionForm } from "../../../../api/features/connections/contract.ts";
import { firstTab, tabOf } from "./connection-form.ts";

test("every field of the form is on a tab", () => {
  const byTab = Map.groupBy(Object.keys(ConnectionForm.shape), tabOf);
  expect(byTab.get("ratings")).toEqual(["ratingMessage", "expiresTicketNPS", "maxUseBotQueuesNPS"]);
  expect(byTab.get("chatbot")).toEqual([
    "maxUseBotQueues",
    "timeUseBotQueues",
    "timeSendQueue",
    "sendIdQueue",
    "expiresTicket",
    "whenExpiresTicket",
    "expiresInactiveMessage",
  ]);
  expect(byTab.get("hours")).toEqual(["schedules"]);
  expect(byTab.get("messages")).toContain("collectiveVacationEnd");
  expect(byTab.get("messages")).not.toContain("name");
});

test("of several mistakes the one on the first tab is shown", () => {
  expect(firstTab(["ratingMessage", "sendIdQueue"])).toBe("chatbot");
});
