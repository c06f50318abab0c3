// One setting of the company, saved by itself.
import { v7 as uuid } from "uuid";
import type { CompanySettingKey } from "../../../api/contract/settings.ts";
import { settings } from "../../../api/features/settings/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { reloadMe } from "../../core/session.ts";

/** Saves one setting. This device obeys at once; others hear it by themselves. */
export async function saveSetting(key: CompanySettingKey, data: string): Promise<void> {
  await callApi(settings.updateCompany, { body: { column: key, data } }, { idempotencyKey: uuid() });
  await refresh(settings.company);
  await reloadMe();
}
