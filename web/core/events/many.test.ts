import { expect, test } from "vitest";
import { eventName } from "../../../api/contract/event.ts";
import { manyChanged } from "../../../api/contract/many.ts";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { dashboard } from "../../../api/features/dashboard/contract.ts";
import { messages } from "../../../api/features/messages/contract.ts";
import { tickets } from "../../../api/features/tickets/contract.ts";
import { isGap } from "../device/fold.ts";
import { factsFor, queryClient, queryKey } from "../answers/query-client.ts";
import { applyToQueries } from "./queries.ts";

const COMPANY = 3;

test("lists of tickets, contacts and messages are fetched again when a bulk change is announced as a whole", async () => {
  const lists = [tickets.list, tickets.counts, tickets.show, contacts.list, messages.list, dashboard.moments];
  const made = lists.map((endpoint) => {
    const key = queryKey("read", endpoint, {});
    const options = queryClient.defaultQueryOptions({ queryKey: key, meta: factsFor(endpoint, {}, false) });
    const query = queryClient.getQueryCache().build(queryClient, options);
    query.setData({ tickets: [], hasMore: false, count: 0 });
    return query;
  });
  applyToQueries(eventName(manyChanged, COMPANY + 1), COMPANY, { action: "refresh" });
  applyToQueries(eventName(manyChanged, COMPANY), COMPANY, { action: "refresh" });
  await expect.poll(() => made.map(({ state }) => state.isInvalidated)).toEqual(lists.map(() => true));
  expect(made.map(({ state }) => state.data)).toEqual(lists.map(() => ({ tickets: [], hasMore: false, count: 0 })));
});

test("a device makes a round after a bulk change, as after a gap in the stream", () => {
  expect([isGap("reset", COMPANY), isGap(eventName(manyChanged, COMPANY), COMPANY)]).toEqual([true, true]);
  expect([isGap(eventName(manyChanged, COMPANY + 1), COMPANY), isGap(`company-${COMPANY}-ticket`, COMPANY)])
    .toEqual([false, false]);
});
