// Whom the phone knows: its address book, and whom it has chats with. The phone tells it once, when it is linked, and of changes
// later, so it is kept sealed with the connection. It goes with the link: another phone is another book.
import type { BaileysEventMap } from "@whiskeysockets/baileys";
import { phone } from "../../sdk/phone.ts";
import { addressOf } from "../people/jids.ts";
import type { InboundLine } from "./message-event.ts";
import { readableName } from "../people/names.ts";

interface Known {
  name?: string;
  chat?: true;
}
type Part = Record<string, Known>;
type Told = { id?: string | null; name?: string | null; phoneNumber?: string | null };

/** Parts of it, by a number's last digit: a change writes one. */
const PARTS = Array.from({ length: 10 }, (_, digit) => `book-${digit}`);
const partOf = (number: string) => `book-${number.at(-1)}`;

/** Keeps what the phone told of people. A chat that is told stays one; a name that is not told stays. */
export async function noteBook(line: InboundLine, people: readonly Told[], chats: readonly Told[] = []): Promise<void> {
  const found: [string, Known][] = [];
  for (const [list, chat] of [[people, false], [chats, true]] as const) {
    for (const told of list) {
      const number = await numberOf(line, told);
      const name = readableName(told.name);
      if (number && (name || chat)) {
        found.push([number, { ...(name ? { name } : {}), ...(chat ? { chat: true } : {}) }]);
      }
    }
  }
  if (!found.length) return;
  const names = [...new Set(found.map(([number]) => partOf(number)))];
  const parts = await read(line, names);
  for (const [number, known] of found) {
    const part = parts[partOf(number)]!;
    part[number] = { ...part[number], ...known };
  }
  const written = names.map((name) => [name, new TextEncoder().encode(JSON.stringify(parts[name]))]);
  await line.host.secrets.set(Object.fromEntries(written));
}

/** By name where there is one, then by number. */
export async function peopleOf(
  line: Pick<InboundLine, "host">,
  of: "book" | "chats",
): Promise<{ number: string; name?: string }[]> {
  const parts = await read(line, PARTS);
  return Object.values(parts).flatMap((part) => Object.entries(part))
    .filter(([, { name, chat }]) => of === "book" ? name !== undefined : chat)
    .map(([number, { name }]) => ({ number, ...(name ? { name } : {}) }))
    .sort((a, b) => (a.name ?? "").localeCompare(b.name ?? "") || a.number.localeCompare(b.number));
}

async function read({ host }: Pick<InboundLine, "host">, names: readonly string[]): Promise<Record<string, Part>> {
  const kept = await host.secrets.get(names);
  return Object.fromEntries(names.map((name) => {
    const bytes = kept[name];
    return [name, bytes ? JSON.parse(new TextDecoder().decode(bytes)) as Part : {}];
  }));
}

async function numberOf({ names }: InboundLine, { id, phoneNumber }: Told): Promise<string | undefined> {
  for (const jid of [phoneNumber, id]) {
    const { kind, user } = addressOf(jid);
    if (kind === "phone") return phone(user).value;
    if (kind !== "lid") continue;
    const known = (await names.identitiesOf(jid!)).find((one) => one.kind === "phone");
    if (known) return known.value;
  }
}

/** What came with the phone's history. */
export function noteHistory(line: InboundLine, history: BaileysEventMap["messaging-history.set"]): Promise<void> {
  return noteBook(line, history.contacts ?? [], (history.chats ?? []) as Told[]);
}
