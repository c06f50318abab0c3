// Contacts of a connected phone (docs/product/contacts.md#import): asked of the session that holds it, then taken in by the
// hundred like a file's.
import { refuse } from "../../../contract/errors.ts";
import { IMPORT_BATCH } from "../../../contract/limits.ts";
import { ask, PEOPLE_AT_ONCE } from "../../connections/actions/ask.ts";
import type { Me } from "../../../core/access/auth.ts";
import type { ChannelPort } from "../../../core/parts.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { lineOf } from "../check-number.ts";
import { importMany } from "./import.ts";

/**
 * Who was new, and who was not taken (known already, or no number). Refuses what `ask` refuses; other channels
 * ERR_NOT_SUPPORTED_BY_CHANNEL.
 */
export async function importFromPhone(
  me: Me,
  of: "book" | "chats",
  connectionId: number | undefined,
  channels: ChannelPort,
): Promise<{ created: number; ignored: number }> {
  const { companyId } = me;
  const line = await lineOf(companyId, connectionId);
  if (!channels.plugins.get(line.channel)?.manifest.abilities.book) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  if (line.status !== "CONNECTED") refuse("ERR_WAPP_NOT_INITIALIZED");
  const found = { created: 0, ignored: 0 };
  for (let from = 0, all = 1; from < all; from += PEOPLE_AT_ONCE) {
    const answer = await ask({ companyId, connectionId: line.id }, "people", { of, from });
    all = answer.all;
    // A contact without a name is called by the number, as in a conversation.
    const rows = answer.people.map(({ number, name = `+${number}` }) => ({ number, name, email: "", tags: "" }));
    for (let at = 0; at < rows.length; at += IMPORT_BATCH) {
      const lot = rows.slice(at, at + IMPORT_BATCH);
      const outcomes = await withTenant({ companyId, userId: me.id }, (tx) => importMany(tx, lot, false));
      const created = outcomes.filter(({ outcome }) => outcome === "created").length;
      found.created += created;
      found.ignored += outcomes.length - created;
    }
  }
  return found;
}
