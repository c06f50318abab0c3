// An operator who looks into a company that allows it (docs/product/companies-and-plans.md#support): nobody of its people, for an hour,
// and to read only. Their session is looked up as everybody's is, so that it is over as soon as the company, the operator or time ends it.
import type { Endpoint } from "../../contract/endpoint.ts";
import { refuse } from "../../contract/errors.ts";
import { asPlatform } from "../../../db/tenant.ts";
import type { LoadedRow, Me } from "./auth.ts";

/** The id by which an operator is seen in a company: nobody's there. */
export const SUPPORT_USER = 0;
export const SUPPORT_TTL_S = 3_600;

/** A live support session as a person who sees the whole company. Null where it is over. */
export async function loadSupport(
  companyId: number,
  sessionId: string,
): Promise<{ row: LoadedRow; support: NonNullable<Me["support"]> } | null> {
  return await asPlatform(async (tx) => {
    const [row] = await tx<(Omit<LoadedRow, keyof typeof reader> & { by: string; until: Date })[]>`
      select s.operator_name as by, s.expires_at as until, c.due_at, c.timezone, p.flags, c.id = 1 as forever,
        array(select q.id from app.queues q where q.company_id = c.id order by 1) as queue_ids,
        (select coalesce(jsonb_object_agg(g.key, g.value), '{}') from app.settings g where g.company_id = c.id) as settings
      from app.support_sessions s
      join app.companies c on c.id = s.company_id
      join app.plans p on p.id = c.plan_id
      join app.sessions o on o.company_id = s.operator_company and o.id = s.operator_session
      join app.users u on u.company_id = o.company_id and u.id = o.user_id
      where s.company_id = ${companyId} and s.id = ${sessionId} and s.ended_at is null and s.expires_at > now() and c.active
        and o.ended_at is null and o.expires_at > now() and u.id = s.operator_id and u.super
        and exists (select 1 from app.settings g where g.company_id = c.id and g.key = 'supportAccess' and g.value = 'enabled')`;
    if (!row) return null;
    const { by, until, ...company } = row;
    return { row: { ...company, ...reader, name: by }, support: { by, until } };
  });
}
const reader = {
  id: SUPPORT_USER,
  name: "",
  profile: "admin" as const,
  super: false,
  show_dashboard: true,
  allow_live: true,
  allow_connections: false,
  all_user_chat: true,
  all_tickets: true,
  allow_groups: true,
  all_history: true,
  close_pending: false,
  has_factor: true,
  password_due: false,
};

/** Refuses an operator who looks into a company whatever is more than reading, and what they must not read. */
export function refuseSupport(me: Pick<Me, "support">, e: Pick<Endpoint, "method" | "support">): void {
  if (me.support && (e.method !== "GET" || e.support === false)) refuse("ERR_NO_PERMISSION");
}
