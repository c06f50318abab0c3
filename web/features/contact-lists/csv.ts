// Rows as a file that spreadsheets open by a double click.

/** Semicolons and a byte order mark, as Brazilian and European spreadsheets expect; nothing in it is read as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(cell).join(";")).join("\r\n")}\r\n`;
}
