import { withTenant } from "../../../db/tenant.ts";
import { spreadsheet, spreadsheetAnswer } from "../../core/sheets/spreadsheet.ts";
import { afterName } from "./queries.ts";

/** Read at once; each page is a transaction of its own, so that a slow download holds none open. */
const PAGE = 200;
const COLUMNS = [
  { head: "nome", width: 32 },
  { head: "numero", width: 18 },
  { head: "email", width: 30 },
  { head: "canal", width: 14 },
  { head: "conexao", width: 20 },
  { head: "etiquetas", width: 30 },
  { head: "ativo", width: 8 },
  { head: "criado em", width: 24 },
];

/** All people of the company as `backup_contatos.xlsx` (docs/product/contacts.md#export); its columns can be imported again. */
export function exportContacts(companyId: number): Promise<Response> {
  return Promise.resolve(
    spreadsheetAnswer("backup_contatos.xlsx", spreadsheet("Contatos", COLUMNS, rowsOf(companyId))),
  );
}

async function* rowsOf(companyId: number): AsyncGenerator<string[][]> {
  let last: { name: string; id: number } | null = null;
  for (;;) {
    const page = await withTenant({ companyId }, (tx) => afterName(tx, last, PAGE), { read: true });
    yield page.map((c) => [
      ...[c.name, c.number, c.email, c.channel, c.whatsapp?.name ?? "", c.tags.map((tag) => tag.name).join(", ")],
      ...[c.active ? "sim" : "não", new Date(c.createdAt).toISOString()],
    ]);
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = { name: end.key, id: end.id };
  }
}
