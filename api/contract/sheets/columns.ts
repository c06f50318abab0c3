// Which column of a file is what: guessed from its head, decided by the person.
import { readNumber } from "../rules/phone.ts";

export const fields = ["name", "number", "email", "tags"] as const;
export type FieldName = typeof fields[number];
/** The field of each column; "" for one that is left out. */
export type Mapping = readonly (FieldName | "")[];

const heads: Record<FieldName, RegExp> = {
  name: /^(nome|name|nombre|ad|isim|ad soyad|full name|nome completo|contato|contact)$/,
  number: /(n[uú]mero|number|telefone|phone|celular|whatsapp|tel[eé]fono|m[oó]vil|mobile|telefon|numara|fone)/,
  email: /(e-?mail|correo|e-?posta)/,
  tags: /^(tags?|etiquetas?|etiket(ler)?|labels?)$/,
};

/** The first column that says what it is, per field. */
export function guess(head: readonly string[]): Mapping {
  const found = fields.map((field) => head.findIndex((cell) => heads[field].test(cell.trim().toLowerCase())));
  return head.map((_, column) => fields[found.indexOf(column)] ?? "");
}
/** True if the first row names columns: it has no number in it. */
export function hasHead(rows: readonly (readonly string[])[]): boolean {
  const first = rows[0] ?? [];
  return guess(first).some(Boolean) || !first.some((cell) => readNumber(cell, "55") !== null);
}

export interface FileRow {
  /** Its line in the file, from 1. */
  line: number;
  name: string;
  number: string;
  email: string;
  tags: string;
}
/** The rows as contacts; numbers in the form the server takes, what cannot be one as it was written. */
export function contactsOf(
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  head: boolean,
  country: string,
): FileRow[] {
  const at = (field: FieldName) => mapping.indexOf(field);
  return rows.slice(head ? 1 : 0).map((row, place) => {
    const cell = (field: FieldName) => (at(field) < 0 ? "" : row[at(field)] ?? "").trim();
    return {
      line: place + (head ? 2 : 1),
      name: cell("name"),
      number: readNumber(cell("number"), country) ?? cell("number"),
      email: cell("email"),
      tags: cell("tags"),
    };
  });
}
/** The mistake of a row before it is sent; null for none. Rows without name or number are ignored. */
export function problemOf(row: FileRow): "name" | "number" | null {
  if (row.name.length < 2) return "name";
  return readNumber(row.number, "") === null ? "number" : null;
}
