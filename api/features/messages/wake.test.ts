import { expect, test } from "vitest";
import { asPlatform } from "../../../db/tenant.ts";
import { makeConnection, someone } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { tickets } from "../tickets/contract.ts";
import { messages } from "./contract.ts";

test("what waits in a conversation is one wake-up, in no queue of jobs, where it would be found a second late", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { ticketId, contactId } = await customerWrites(admin, { connectionId });
  await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open" } });
  for (const body of ["um", "dois", "três"]) await admin.call(messages.send, { params: { ticketId }, body: { body } });
  const jobs = await asPlatform((tx) =>
    tx<{ queue: number | null }[]>`
      select job_queue_id as queue from graphile_worker._private_jobs
      where key = ${`${admin.companyId}:send:${connectionId}:${contactId}`}`
  );
  expect(jobs).toEqual([{ queue: null }]);
});
