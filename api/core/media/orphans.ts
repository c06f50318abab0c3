// Files that nothing holds: their message never came, or the row that held them is gone.
import { platform } from "../../../db/tenant.ts";
import { removeFiles } from "./media.ts";

const BATCH = 5_000;

/** Files that no message, quick message, connection or person holds, a day after they were kept. Answers how many went. */
export async function sweepOrphans(): Promise<number> {
  const rows = await platform()<{ company_id: number; id: string }[]>`
    delete from app.media f where (company_id, id) in (
      select f.company_id, f.id from app.media f
      where f.created_at < now() - interval '1 day'
        and not exists (select 1 from app.messages m where m.company_id = f.company_id and m.media_id = f.id)
        and not exists (select 1 from app.quick_messages q where q.company_id = f.company_id and q.media_id = f.id)
        and not exists (select 1 from app.connections w where w.company_id = f.company_id and w.greeting_media_id = f.id)
        and not exists (select 1 from app.users u where u.company_id = f.company_id and u.picture = '/media/' || f.id)
      limit ${BATCH})
    returning company_id, id`;
  for (const row of rows) await removeFiles(row.company_id, [row.id]);
  return rows.length;
}
