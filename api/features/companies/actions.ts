// Making a company, for the operator, for sign-up and for the first start.
import { refuse } from "../../contract/errors.ts";
import { builtInChannel } from "../../core/manifests.ts";
import type { PlatformTx } from "../../../db/tenant.ts";
import { makeAccount } from "../users/actions/accounts.ts";
import * as queries from "./queries.ts";

export interface NewCompany {
  name: string;
  email: string;
  phone?: string;
  document?: string;
  planId: number;
  active?: boolean;
  dueAt: Date | null;
  recurrence?: string;
  timezone?: string;
  admin: { name: string; email: string; secret: string; super?: boolean };
  /** The admin's, and the bot's; Portuguese without. */
  language?: string;
  /** True for the platform's own company, whose id is 1. */
  first?: boolean;
}

const WEB_CHAT = "Chat do site";

/**
 * A company with its first admin and a web chat that works at once, so that a newcomer sees the main job without an account
 * anywhere. Refuses ERR_DUPLICATED_NAME and ERR_DUPLICATED_EMAIL.
 */
export async function makeCompany(
  tx: PlatformTx,
  company: NewCompany,
): Promise<{ companyId: number; userId: number }> {
  const columns = {
    name: company.name,
    email: company.email,
    phone: company.phone ?? "",
    document: company.document ?? "",
    active: company.active ?? true,
    plan_id: company.planId,
    due_at: company.dueAt,
    recurrence: company.recurrence ?? "MENSAL",
    timezone: company.timezone ?? "America/Sao_Paulo",
  };
  if (company.first) await queries.restartIds(tx);
  const companyId = await queries.insert(tx, columns) ?? refuse("ERR_DUPLICATED_NAME");
  const { super: operator, ...admin } = company.admin;
  const userId = await makeAccount(tx, {
    companyId,
    ...admin,
    columns: { profile: "admin", super: operator ?? false, ...(company.language && { language: company.language }) },
  });
  if (company.language) await queries.setSetting(tx, companyId, "botLanguage", company.language);
  const channel = builtInChannel();
  if (channel) {
    const account = { companyId, channel, key: random(22, URL_SAFE) };
    const chat = await queries.insertBuiltIn(tx, { ...account, name: WEB_CHAT, token: random(30, ALPHANUMERIC) });
    await queries.insertAccount(tx, account, chat);
  }
  return { companyId, userId };
}

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const URL_SAFE = `${ALPHANUMERIC}-_`;
function random(length: number, letters: string): string {
  const numbers = crypto.getRandomValues(new Uint32Array(length));
  return [...numbers].map((n) => letters[n % letters.length]).join("");
}
