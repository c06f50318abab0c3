// What of a company decides how its people are rung.
import { isOpen } from "../../core/still-allowed.ts";
import type { Tx } from "../../../db/tenant.ts";

export interface Company {
  /** False while it is switched off or has not paid: nobody is rung. */
  open: boolean;
  timezone: string;
  /** False where the plan has no chats of colleagues. */
  chats: boolean;
  /** "New message" for everybody (setting `pushText`). */
  hidesText: boolean;
  /** Contacts' numbers are masked for profile user. */
  hidesNumbers: boolean;
}

export async function readCompany(tx: Tx): Promise<Company> {
  const [row] = await tx<(Omit<Company, "hidesText" | "hidesNumbers"> & { settings: Record<string, string> })[]>`
    select ${isOpen(tx)} as open, c.timezone, 
      coalesce((select p.flags ->> 'useInternalChat' from app.plans p where p.id = c.plan_id), 'true') <> 'false' as chats,
      (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from app.settings s
        where s.company_id = c.id and s.key in ('pushText', 'enableLGPD', 'lgpdHideNumber')) as settings
    from app.companies c where c.id = ${tx.companyId}`;
  if (!row) return { open: false, timezone: "UTC", chats: false, hidesText: true, hidesNumbers: true };
  const { settings, ...rest } = row;
  return {
    ...rest,
    hidesText: settings.pushText === "disabled",
    hidesNumbers: settings.enableLGPD === "enabled" && settings.lgpdHideNumber === "enabled",
  };
}
