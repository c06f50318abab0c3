import type { PlatformTx } from "../../../../db/tenant.ts";

export interface Contents {
  users: number;
  connections: number;
  contacts: number;
  tickets: number;
  messages: number;
  files: number;
}

/** What a company has, counted. */
export async function contentsOf(tx: PlatformTx, id: number): Promise<Contents> {
  const [row] = await tx<Contents[]>`
    select (select count(*) from app.users where company_id = ${id}) as users,
      (select count(*) from app.connections where company_id = ${id} and deleted_at is null) as connections,
      (select count(*) from app.contacts where company_id = ${id}) as contacts,
      (select count(*) from app.tickets where company_id = ${id}) as tickets,
      (select count(*) from app.messages where company_id = ${id}) as messages,
      (select count(*) from app.media where company_id = ${id} and state = 'stored') as files`;
  return row!;
}
