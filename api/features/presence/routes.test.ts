import { expect, test, vi } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { someone, testApp } from "../../core/testing/api.ts";
import { makeWorld } from "../../proofs/security/world.ts";
import { audienceKeys } from "../tickets/visibility.ts";
import { tickets } from "../tickets/contract.ts";
import { presence } from "./contract.ts";

test("presence at a ticket is announced only to people who see the ticket", async () => {
  const { person, companyId, ticketId, queueId, userId } = await makeWorld();
  const outsider = await someone({ colleagueOf: person, profile: "user" });
  const { stream } = await testApp();
  const passed = vi.spyOn(stream, "pass");
  await person.call(presence.say, { params: { ticketId }, body: { state: "answering" } });
  const seen = audienceKeys({ userId, queueId, isGroup: false, status: "open" });
  expect(passed).toHaveBeenCalledWith(companyId, `company-${companyId}-presence`, seen, {
    ticketId,
    user: { id: userId, name: expect.any(String) },
    state: "answering",
  });
  await expect(outsider.call(presence.say, { params: { ticketId }, body: { state: "viewing" } })).rejects
    .toMatchObject({ status: 404, code: "ERR_NO_TICKET_FOUND" });
});

test("the log names a person who opened a ticket once a visit, and leaves out its owner", async () => {
  const { person, ticketId, queueId } = await makeWorld();
  const curious = await someone({ colleagueOf: person, profile: "user", queueIds: [queueId] });
  const say = (who: typeof person, state: "viewing" | "answering" | "gone") =>
    who.call(presence.say, { params: { ticketId }, body: { state } });
  const told = async () =>
    (await person.call(tickets.log, { params: { ticketId } })).filter(({ type }) => type === "access")
      .map(({ user }) => user?.id);
  await say(curious, "gone");
  await say(person, "viewing");
  expect(await told()).toEqual([]);
  for (const state of ["viewing", "answering", "viewing", "gone"] as const) await say(curious, state);
  expect(await told()).toEqual([curious.userId]);
  await withTenant(
    { companyId: person.companyId },
    (tx) => tx`update app.ticket_log set created_at = created_at - interval '61 minutes' where ticket_id = ${ticketId}`,
  );
  await say(curious, "viewing");
  expect(await told()).toEqual([curious.userId, curious.userId]);
});
