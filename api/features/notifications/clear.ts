// The job that takes a ticket's notification from where it shows: for who has read it, and for whom it no longer concerns.
import { withTenant } from "../../../db/tenant.ts";
import type { Seen } from "../tickets/visibility.ts";
import { concernOf, works } from "./decide.ts";
import { noteCleared, type Showing, showing } from "./push/devices.ts";
import { dispatch, PushServiceBusy } from "./push/dispatch.ts";
import type { ClearData } from "./tasks.ts";
import { clearPayload } from "./push/payload.ts";
import { showsEverything } from "./push/push-service.ts";
import type { Surroundings } from "./ring.ts";
import { badges, type Candidate, candidates } from "./rules.ts";

const TTL_S = 4 * 3600;

export async function work(
  companyId: number,
  data: ClearData,
  { now, send }: Surroundings = { now: () => new Date() },
): Promise<void> {
  const { ticketId } = data;
  const plan = await withTenant({ companyId }, async (tx) => {
    const shown = await showing(tx, ticketId, data.readerId);
    if (!shown.length) return null;
    const [ticket] = await tx<(Seen & { unread: number })[]>`
      select status, user_id as "userId", queue_id as "queueId", is_group as "isGroup", unread from app.tickets
      where company_id = ${tx.companyId} and id = ${ticketId}`;
    const ids = [...new Set(shown.map((device) => device.userId))];
    const [people, badge] = await Promise.all([candidates(tx, ids), badges(tx, ids)]);
    const goes = shown.filter((device) => {
      if (data.readerId !== null || !ticket || ticket.status === "closed") return true;
      const person = people.find((one) => one.id === device.userId);
      return !person || !stays(device, person, ticket, data.all);
    });
    // Where a clear must not be sent, the next ring of the ticket replaces what shows.
    const silent = goes.filter((device) => showsEverything(device.endpoint));
    await noteCleared(tx, ticketId, silent.map((device) => device.id));
    const at = now();
    return goes.filter((device) => !silent.includes(device)).map((device) => ({
      device,
      payload: clearPayload(
        { id: ticketId, uuid: device.uuid, status: ticket?.status ?? "closed" },
        badge.get(device.userId) ?? 0,
        at,
      ),
    }));
  });
  if (!plan?.length) return;
  const counts = await dispatch(companyId, plan, {
    kind: "clear",
    manner: { ttl: TTL_S, urgency: "normal", topic: plan[0]!.device.uuid.replaceAll("-", "") },
    reached: (tx, ids) => noteCleared(tx, ticketId, ids),
    send,
  });
  if (counts.later) throw new PushServiceBusy();
}

/** A mention stays while the ticket can be seen; what a customer wrote while it waits for this person or is theirs. */
function stays(device: Showing, person: Candidate, ticket: Seen, allRead: boolean): boolean {
  if (device.kind === "mention") return works(person, ticket);
  return !allRead && concernOf(person, ticket) !== null;
}
