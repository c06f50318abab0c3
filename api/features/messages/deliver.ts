// The job behind a send. The rows are the truth; this wakes the process that holds the connection, which may be this one.
import { wakeChannel } from "../../core/live/wake.ts";

export function work(companyId: number, data: { contactId: number; connectionId: number }): Promise<void> {
  wakeChannel(companyId, data.connectionId);
  return Promise.resolve();
}
