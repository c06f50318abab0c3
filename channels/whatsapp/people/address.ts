// Where a message to somebody goes. The hidden id wherever it is known: what is sent to the number of a migrated account is
// refused. Of a number alone WhatsApp is asked once.
import { jidDecode, type WASocket } from "@whiskeysockets/baileys";
import { ChannelError, type Identity, type Peer } from "../../sdk/mod.ts";
import { phone } from "../../sdk/phone.ts";
import { failureOf } from "../wire/failures.ts";
import { lidJid, pnJid } from "./jids.ts";
import type { Line, Names } from "../wire/line.ts";

/** A number that was not on WhatsApp may have joined since; one that was may have left. */
const ABSENT_MS = 3_600_000;
const PRESENT_MS = 24 * 3_600_000;
const MOST_KNOWN = 20_000;
const BRAZILIAN_MOBILE = /^(55\d{2})9?([6-9]\d{7})$/;

export const groupJid = (id: string) => id.includes("@") ? id : `${id}@g.us`;
const userOf = (jid: string) => jidDecode(jid)?.user ?? "";

/** Ways a number may be registered: Brazilian mobiles with and without the ninth digit, the given one first. */
export function formsOf(digits: string): string[] {
  const [, head, tail] = BRAZILIAN_MOBILE.exec(digits) ?? [];
  return head ? [...new Set([digits, `${head}9${tail}`, `${head}${tail}`])] : [digits];
}
/** WhatsApp answers with the number as it is registered, which may be written in another way than it was asked. */
function answers(asked: string, registered: string): boolean {
  return formsOf(asked).includes(registered) ||
    (asked.slice(-8) === registered.slice(-8) && asked.slice(0, 2) === registered.slice(0, 2));
}

/** What WhatsApp said of a number: the addresses, or null when nobody is there. */
interface Found {
  until: number;
  at: { pn: string; lid?: string } | null;
}
/** Outlives sockets, like the names do. */
const remembered = new WeakMap<Names, Map<string, Found>>();
function memoryOf({ names }: Line): Map<string, Found> {
  const known = remembered.get(names) ?? new Map<string, Found>();
  remembered.set(names, known);
  return known;
}
function remember(line: Line, digits: string, at: Found["at"]): void {
  const known = memoryOf(line);
  if (known.size >= MOST_KNOWN) known.clear();
  const until = line.host.clock.now() + (at ? PRESENT_MS : ABSENT_MS);
  for (const form of formsOf(digits)) known.set(form, { until, at });
}
function recall(line: Line, digits: string): Found | undefined {
  const found = memoryOf(line).get(digits);
  return found && found.until > line.host.clock.now() ? found : undefined;
}

/** The address of a conversation. Throws ChannelError: nobody there is final (ERR_WAPP_INVALID_CONTACT). */
export async function jidFor(line: Line, to: Peer): Promise<string> {
  const of = (kind: Identity["kind"]) => to.identities.find((one) => one.kind === kind);
  const group = of("group");
  if (group) return groupJid(group.value);
  const lid = of("lid");
  if (lid) return lidJid(lid.value);
  const number = of("phone");
  if (!number) throw nobody();
  const digits = number.address ?? number.value;
  const { pn, lid: own } = line.me();
  if (formsOf(digits).includes(userOf(pn))) return own ?? pn;
  const known = (await line.names.identitiesOf(pnJid(digits))).find(({ kind }) => kind === "lid");
  if (known) return lidJid(known.value);
  const recalled = recall(line, digits);
  const at = recalled ? recalled.at : (await ask(line, [digits])).get(digits);
  if (!at) throw nobody();
  return at.lid ?? at.pn;
}
function nobody(): ChannelError {
  return new ChannelError("rejected", { reason: "ERR_WAPP_INVALID_CONTACT", detail: "nobody has this number" });
}

/** Asks for several numbers at once, hidden ids too, and remembers the answers. Throws ChannelError. */
async function ask(line: Line, numbers: readonly string[]): Promise<Map<string, Found["at"]>> {
  const { socket } = line;
  const result = new Map<string, Found["at"]>();
  try {
    const registered = await whoExists(socket, numbers.flatMap(formsOf));
    const lids = registered.length ? await socket.signalRepository.lidMapping.getLIDsForPNs(registered) : [];
    for (const number of numbers) {
      const own = registered.filter((jid) => answers(number, userOf(jid)));
      const pn = own.find((jid) => userOf(jid) === number) ?? own[0];
      const lid = lids?.find((pair) => userOf(pair.pn) === userOf(pn ?? ""))?.lid;
      const at = pn === undefined ? null : { pn: pnJid(userOf(pn)), lid: lid && lidJid(userOf(lid)) };
      if (at?.lid) await line.names.pair(at.lid, at.pn);
      remember(line, number, at);
      result.set(number, at);
    }
  } catch (error) {
    throw failureOf(line, error);
  }
  return result;
}
async function whoExists(socket: WASocket, digits: string[]): Promise<string[]> {
  const answer = await socket.onWhatsApp(...digits.map(pnJid));
  if (!answer) throw new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE", detail: "no answer" });
  return [...new Set(answer.filter(({ exists }) => exists).map(({ jid }) => jid))];
}

/** Numbers of one question; WhatsApp restricts accounts that ask for many at once. */
const AT_ONCE = 50;

/** Who of these numbers can be written to, hidden id first; null: nobody there. The caller paces. Throws ChannelError. */
export async function checkNumbers(
  line: Line,
  numbers: readonly string[],
): Promise<Record<string, Identity[] | null>> {
  const result: Record<string, Identity[] | null> = {};
  const unknown = numbers.filter((number) => !recall(line, number));
  const asked = new Map<string, Found["at"]>();
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    for (const [number, at] of await ask(line, unknown.slice(from, from + AT_ONCE))) asked.set(number, at);
  }
  for (const number of numbers) {
    const at = asked.get(number) ?? recall(line, number)?.at;
    const lid = at?.lid ? [{ kind: "lid" as const, value: userOf(at.lid) }] : [];
    result[number] = at ? [...lid, phone(userOf(at.pn))] : null;
  }
  return result;
}
