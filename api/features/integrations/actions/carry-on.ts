// Two tickets become one: what the customer said in the one that goes is not lost between two who lead.
import type { Tx } from "../../../../db/tenant.ts";
import { handToPeople } from "../../prompts/actions/hand-over.ts";
import type { Happenings } from "../../tickets/effects.ts";
import { ask } from "./begin-turn.ts";

/**
 * Words that wait in a ticket that is led, and goes over into one that is led too, are carried there. Where some of them are older than what
 * was carried there already, people have it: no flow can be asked backwards.
 */
export async function carryOn(tx: Tx, { from, into }: Happenings["joins"]): Promise<void> {
  const [row] = await tx<{ waiting: boolean; older: boolean }[]>`
    select count(m.id) > 0 as waiting, coalesce(bool_or(m.id <= s.heard_id), false) as older
    from app.integration_sessions s
    join app.tickets t on t.company_id = s.company_id and t.id = s.ticket_id and t.use_integration
    join app.integration_sessions f on f.company_id = s.company_id and f.ticket_id = ${from.id}
    join app.tickets g on g.company_id = f.company_id and g.id = f.ticket_id and g.use_integration
    left join app.messages m on m.company_id = f.company_id and m.ticket_id = f.ticket_id and m.id > f.heard_id and not m.from_me
      and not m.is_private and not m.is_deleted
    where s.company_id = ${tx.companyId} and s.ticket_id = ${into.id}`;
  if (!row?.waiting) return;
  if (row.older) await handToPeople(tx, into, "joined");
  else await ask(tx, into.id, new Date());
}
