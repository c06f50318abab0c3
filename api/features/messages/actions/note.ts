import { v7 as uuidv7 } from "uuid";
import { must } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Happenings } from "../../tickets/effects.ts";
import { audienceOf } from "../../tickets/visibility.ts";
import type { Message } from "../contract.ts";
import * as queries from "../queries.ts";
import { rowOf } from "./conversation.ts";
import { announceMessage } from "./tell.ts";

/** A private message beside the conversation; the customer never gets it. */
export async function keepNote(tx: Tx, { ticket, text, authorId }: Happenings["noted"]): Promise<Message> {
  const id = must(
    await queries.insert(tx, {
      ...rowOf(ticket),
      body: text,
      key: uuidv7(),
      userId: authorId,
      fromMe: true,
      isPrivate: true,
      read: true,
      ack: 0,
    }),
    "ERR_CREATING_MESSAGE",
  );
  return await announceMessage(tx, id, audienceOf(ticket), "create");
}
