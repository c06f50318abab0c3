import { v7 as uuidv7 } from "uuid";
import { must } from "../../../contract/errors.ts";
import type { Me } from "../../../core/http/auth.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { audienceOf } from "../../tickets/visibility.ts";
import type { Message } from "../contract.ts";
import * as queries from "../queries.ts";
import { type Conversation, rowOf } from "./conversation.ts";
import { tell } from "./tell.ts";

/** A private message beside the conversation; the customer never gets it. */
export async function keepNote(tx: Tx, conversation: Conversation, text: string, me: Me): Promise<Message> {
  const id = must(
    await queries.insert(tx, {
      ...rowOf(conversation),
      body: text,
      key: uuidv7(),
      userId: me.id,
      fromMe: true,
      isPrivate: true,
      read: true,
      ack: 0,
    }),
    "ERR_CREATING_MESSAGE",
  );
  return await tell(tx, id, audienceOf(conversation), "create");
}
