// Contact cards as phones send them (vCard 3.0): a name, numbers, addresses of mail.
import { phone } from "../../sdk/phone.ts";

export interface Card {
  name: string;
  phones: string[];
  emails?: string[];
}
const MOST = 20;

/** Reads a card; what it cannot read is left out. Numbers on WhatsApp in canonical digits, others as they are written. */
export function readCard(vcard: string, displayName?: string | null): Card {
  // A line that begins with a space goes on from the one before.
  const lines = vcard.slice(0, 200_000).replaceAll("\0", "").replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  let [full, parts] = ["", ""];
  const phones: string[] = [];
  const emails: string[] = [];
  for (const line of lines) {
    const [, field = "", parameters = "", raw = ""] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [];
    const value = plain(raw, parameters);
    if (!value) continue;
    if (field.toUpperCase() === "FN") full ||= value;
    else if (field.toUpperCase() === "N") {
      const [family = "", given = ""] = value.split(";");
      parts ||= `${given} ${family}`.trim();
    } else if (field.toUpperCase() === "TEL") {
      const waid = /waid=(\d{5,20})/i.exec(parameters)?.[1];
      phones.push(waid ? phone(waid).value : value);
    } else if (field.toUpperCase() === "EMAIL") emails.push(value);
  }
  const name = (displayName?.trim() || full || parts || phones[0] || "?").replaceAll("\0", "").toWellFormed();
  const unique = (values: string[]) => [...new Set(values)].slice(0, MOST);
  return {
    name: name.slice(0, 250),
    phones: unique(phones),
    ...(emails.length > 0 ? { emails: unique(emails) } : {}),
  };
}

function plain(raw: string, parameters: string): string {
  const value = /ENCODING=QUOTED-PRINTABLE/i.test(parameters) ? quotedPrintable(raw) : raw;
  return value.replace(/\\n/gi, " ").replace(/\\([,;\\])/g, "$1").toWellFormed().trim().slice(0, 250);
}
function quotedPrintable(raw: string): string {
  const bytes = [...raw.matchAll(/=([0-9A-F]{2})|([^=])/gi)].flatMap(([, hex, char]) =>
    hex ? [Number.parseInt(hex, 16)] : [...new TextEncoder().encode(char)]
  );
  return new TextDecoder().decode(new Uint8Array(bytes));
}
