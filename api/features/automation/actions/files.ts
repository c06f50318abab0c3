// A list of files that the chatbot sends: its message, then each file with its text, one message each, in the list's order.
import { v7 as uuidv7 } from "uuid";
import { fillVariables, valuesOf } from "../../../contract/words/variables.ts";
import { manifestOf } from "../../../core/manifests.ts";
import { linkFor } from "../../../core/media/link.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { type SentList, toSend } from "../../file-lists/actions.ts";
import { addOutbound } from "../../messages/actions/add-outbound.ts";
import { conversationOf } from "../../messages/actions/conversation.ts";
import { type Draft, fileDraft } from "../../messages/actions/file-draft.ts";
import type { Ticket } from "../../tickets/contract.ts";
import type { OwnCompany } from "../variables.ts";
import { countSaid } from "./bot.ts";

interface Sending {
  ticket: Ticket;
  listId: number;
  company: OwnCompany;
  now: Date;
}

/** A customer has so long to follow a link to a file that their app cannot receive, s (docs/product/file-lists.md#sending). */
const LINK_LIFE_S = 7 * 24 * 3600;

/** Sends a list; counted once with the ticket, however many files it has. A list that was deleted meanwhile is nothing. */
export async function sendFileList(tx: Tx, { ticket, listId, company, now }: Sending): Promise<void> {
  const list = company.open ? await toSend(tx, listId) : undefined;
  if (!list) return;
  const values = valuesOf(ticket, company, ticket.user?.name ?? "", now);
  const key = uuidv7();
  await countSaid(tx, ticket.id, "files", now);
  for (const [index, draft] of draftsOf(tx.companyId, list, ticket.channel).entries()) {
    await addOutbound(tx, conversationOf(ticket), {
      ...draft,
      body: fillVariables(draft.body, values),
      data: { ...draft.data, auto: "files" },
      key: `${key}:${index}`,
      userId: null,
      byHand: false,
    });
  }
}

/** The messages of a list, as a channel carries them; what it does not carry is a link. */
function draftsOf(companyId: number, { message, options }: SentList, channel: string): Draft[] {
  const text = (body: string): Draft[] => body.trim() ? [{ kind: "chat", body: body.trim() }] : [];
  return [
    ...text(message),
    ...options.flatMap(({ name, file }): Draft[] => {
      if (!file) return text(name);
      const made = fileDraft(file, name.trim(), manifestOf(channel) ?? null);
      if (!made) return text(`${name}\n${linkFor(companyId, file.id, LINK_LIFE_S)}`);
      return [made.draft, ...made.captioned ? [] : text(name)];
    }),
  ];
}
