// What a prompt answers from, where it is to answer from nothing else: texts that the company has anyway.
import type { Tx } from "../../../../db/tenant.ts";
import { TRANSFER } from "./converse.ts";

/** Characters of it; what does not fit is left out whole. */
const MAX_CHARS = 24_000;

export interface Knows {
  knowsQuickMessages: boolean;
  knowsFileLists: boolean;
}
/** The company's quick messages for all and its file lists, with the instruction to keep to them; empty where none is ticked. */
export async function materialOf(tx: Tx, { knowsQuickMessages, knowsFileLists }: Knows): Promise<string> {
  if (!knowsQuickMessages && !knowsFileLists) return "";
  const rows = await tx<{ text: string }[]>`
    select text from (
      select 1 as part, q.name_key as place, q.shortcode || ': ' || q.message as text from app.quick_messages q
      where ${knowsQuickMessages} and q.company_id = ${tx.companyId} and q.for_all and q.active and q.message <> ''
      union all
      select 2, l.name_key, l.name || ': ' || l.message || coalesce((
        select string_agg(E'\\n- ' || o.name, '' order by o.position, o.id) from app.file_list_options o
        where o.company_id = l.company_id and o.list_id = l.id and o.name <> ''), '') from app.file_lists l
      where ${knowsFileLists} and l.company_id = ${tx.companyId}) x
    order by part, place`;
  return materialText(rows.map(({ text }) => text));
}

/** As the model is told it. */
export function materialText(texts: readonly string[]): string {
  let left = MAX_CHARS;
  const fitting = texts.filter((text) => (left -= text.length) >= 0 || void (left += text.length));
  return [
    "Responda só com o que está em <material>; não use outro conhecimento e não invente. " +
    `Se a resposta não estiver lá, diga que não sabe e escreva em uma linha própria: "${TRANSFER}".`,
    `<material>\n${fitting.join("\n\n")}\n</material>`,
  ].join("\n\n");
}
