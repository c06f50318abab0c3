import { expect, test } from "vitest";
import { customerWrites } from "../../core/testing-inbound.ts";
import { makeConnection, someone } from "../../core/testing.ts";
import { tickets } from "../tickets/contract.ts";
import { dashboard } from "./contract.ts";

test("counters follow what happened to the tickets of the range", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const made = [];
  for (let i = 0; i < 3; i++) made.push(await customerWrites(admin, { connectionId, from: `p${i}` }));
  await admin.call(tickets.update, { params: { id: made[0]!.ticketId }, body: { status: "open" } });
  await admin.call(tickets.update, { params: { id: made[1]!.ticketId }, body: { status: "open" } });
  await admin.call(tickets.update, { params: { id: made[1]!.ticketId }, body: { status: "closed" } });
  const { counters, attendants } = await admin.call(dashboard.show, { query: { days: 30 } });
  expect(counters).toMatchObject({
    tickets: 3,
    supportHappening: 1,
    supportPending: 1,
    supportFinished: 1,
    leads: 3,
    passiveTickets: 3,
    withRating: 0,
    npsScore: 0,
  });
  expect(attendants).toMatchObject([{ id: admin.userId, tickets: 2 }]);
});

test("a plain user needs showDashboard or allowRealTime", async () => {
  const admin = await someone();
  const plain = await someone({ colleagueOf: admin });
  await expect(plain.call(dashboard.show)).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
  const may = await someone({ colleagueOf: admin, flags: { show_dashboard: true } });
  expect((await may.call(dashboard.show)).counters.tickets).toBe(0);
});
