import { expect, test, vi } from "vitest";
import { someone, testApp } from "../../core/testing/api.ts";
import { makeWorld } from "../../proofs/security/world.ts";
import { audienceKeys } from "../tickets/visibility.ts";
import { presence } from "./contract.ts";

test("presence at a ticket is told to people who see the ticket, and to nobody else", async () => {
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
