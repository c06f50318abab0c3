// What the server says by itself.
import { v7 as uuidv7 } from "uuid";
import { fillVariables, valuesOf } from "../../../contract/words/variables.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Saying } from "../../tickets/effects.ts";
import { countSaid } from "./bot.ts";
import { type OwnCompany, ownCompany } from "../variables.ts";
import { conversationOf } from "../../messages/actions/conversation.ts";
import { addOutbound } from "../../messages/actions/add-outbound.ts";

interface Automatic extends Saying {
  /** A kept file that goes with it, and what it is. */
  media?: { id: string; kind: string };
  /** Where it is known already: saves the look. */
  company?: OwnCompany;
}

/**
 * A text the server sends by itself (greeting, menu, farewell): through the same outbox as everything else, its variables filled
 * in. Counted with the ticket, so that whoever decides knows what was said. A company that has not paid says nothing by itself.
 */
export async function sendAutomatic(tx: Tx, automatic: Automatic): Promise<void> {
  const { ticket, kind, text, media, sendClass, laneId, now = new Date() } = automatic;
  const userName = automatic.userName ?? ticket.user?.name ?? "";
  const company = automatic.company ?? await ownCompany(tx);
  if (!company.open) return;
  const body = fillVariables(text, valuesOf(ticket, company, userName, now));
  const said = {
    body,
    key: uuidv7(),
    userId: null,
    byHand: false,
    kind: media?.kind ?? "chat",
    mediaId: media?.id ?? null,
    data: { auto: kind, ...(laneId !== undefined && { laneId }) },
    sendClass,
  };
  await Promise.all([countSaid(tx, ticket.id, kind, now), addOutbound(tx, conversationOf(ticket), said)]);
}
