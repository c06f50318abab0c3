// Making a company, for the operator, for sign-up and for the first start.
import { refuse } from "../../contract/errors.ts";
import { builtInChannel } from "../../core/manifests.ts";
import type { PlatformTx } from "../../../db/tenant.ts";
import { makeAccount } from "../users/actions/accounts.ts";
import * as first from "./first-rows.ts";
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
  /** Further columns of its row. */
  more?: queries.Patch;
  admin: { name: string; email: string; secret: string; given?: boolean; super?: boolean };
  /** The admin's, and the bot's; Portuguese without. */
  language?: string;
  /** True for the platform's own company, whose id is 1. */
  first?: boolean;
}

/** What a company begins with is called so in its language. */
const names = {
  pt: { queue: "Geral", chat: "Chat do site" },
  en: { queue: "General", chat: "Website chat" },
  es: { queue: "General", chat: "Chat del sitio" },
  tr: { queue: "Genel", chat: "Site sohbeti" },
};
const QUEUE_COLOUR = "#64748b";

/**
 * A company with its first admin, who stands in its first queue, and a web chat that leads into that queue, so that a newcomer
 * sees the main job without an account anywhere and without setting anything up. Refuses ERR_DUPLICATED_NAME and ERR_DUPLICATED_EMAIL.
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
    ...company.more,
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
  const named = names[company.language as keyof typeof names] ?? names.pt;
  const queueId = await first.insertQueue(tx, companyId, { name: named.queue, color: QUEUE_COLOUR });
  await first.joinQueue(tx, { companyId, queueId, userId });
  const channel = builtInChannel();
  if (channel) {
    const account = { companyId, channel, key: random(22, URL_SAFE) };
    const chat = await first.insertBuiltIn(tx, { ...account, name: named.chat, token: random(30, ALPHANUMERIC) });
    await first.insertAccount(tx, account, chat);
    await first.offerQueue(tx, { companyId, queueId, connectionId: chat });
  }
  return { companyId, userId };
}

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const URL_SAFE = `${ALPHANUMERIC}-_`;
function random(length: number, letters: string): string {
  const numbers = crypto.getRandomValues(new Uint32Array(length));
  return [...numbers].map((n) => letters[n % letters.length]).join("");
}

/**
 * Writes a company, as its admin may have it, into a ZIP file, by way of an empty folder. Answers what is in it, bytes among it; null
 * where there is no such company. What it needs is loaded with the first one.
 */
export async function packCompany(
  companyId: number,
  folder: string,
  path: string,
): Promise<{ rows: number; files: number; bytes: number } | null> {
  const [{ writeCompany }, { packFolder }] = await Promise.all([
    import("./moving/write.ts"),
    import("./moving/archive.ts"),
  ]);
  const written = await writeCompany(companyId, folder, { forAdmin: true });
  if (!written) return null;
  await packFolder(folder, path);
  const rows = Object.values(written.tables).reduce((sum, count) => sum + count, 0);
  return { rows, files: written.files, bytes: (await Deno.stat(path)).size };
}
