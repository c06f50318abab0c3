import { enqueue } from "../../../core/jobs.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { card } from "../tasks.ts";
import { firstLink } from "./page.ts";

/** A text with a link gets its card in a moment, after the company's other links. Not for notes: what the team writes among itself asks nobody. */
export function askCard(tx: Tx, messageId: number, kind: string, body: string): Promise<unknown> | undefined {
  const url = kind === "chat" ? firstLink(body) : null;
  return url ? enqueue(tx, card, { messageId, url }, { attempts: 2, queue: "cards" }) : undefined;
}
