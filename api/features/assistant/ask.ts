// Asks the company's prompt for a suggestion, outside any transaction.
import { refuse } from "../../contract/errors.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { cleaned } from "../../core/outside/clean.ts";
import { asNoAnswer } from "../../core/outside/providers.ts";
import { withTenant } from "../../../db/tenant.ts";
import { findServed } from "../tickets/actions/served.ts";
import { think, type Thought } from "../prompts/actions/chat.ts";
import { assistantPrompt } from "../prompts/actions/known.ts";
import { materialOf } from "../prompts/actions/material.ts";
import { spokenIn } from "../prompts/actions/spoken.ts";
import { isDayOver, noteUse, restPrompt } from "../prompts/actions/uses.ts";
import { linesFor, suggestionOf, type Wish } from "./words.ts";

/** A summary needs more words than an answer to a customer. */
const LEAST_TOKENS = 600;
/** Messages that a suggestion goes by, at least. */
const LEAST_MESSAGES = 30;

/** Refuses ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_ASSISTANT, ERR_ASSISTANT_LIMIT, ERR_ASSISTANT_SILENT. */
export async function suggest(me: Me, ticketId: number, wish: Wish): Promise<string> {
  const { companyId } = me;
  const { prompt, keys, told, spoken } = await withTenant({ companyId }, async (tx) => {
    const ticket = await findServed(tx, me, ticketId);
    const found = await assistantPrompt(tx) ?? refuse("ERR_NO_ASSISTANT");
    if (found.prompt.pausedUntil !== null) refuse("ERR_ASSISTANT_SILENT");
    if (await isDayOver(tx)) refuse("ERR_ASSISTANT_LIMIT");
    const most = Math.max(LEAST_MESSAGES, found.prompt.maxMessages);
    const told = [found.prompt.prompt.trim(), await materialOf(tx, found.prompt)].filter(Boolean).join("\n\n");
    return { ...found, told, spoken: await spokenIn(tx, ticket.id, most) };
  });
  const { id, model, baseUrl, temperature, maxTokens } = prompt;
  let thought: Thought;
  try {
    const mind = { model, baseUrl, temperature, maxTokens: Math.max(LEAST_TOKENS, maxTokens), apiKey: keys.apiKey };
    thought = await think(mind, linesFor(wish, told, spoken));
  } catch (error) {
    if (asNoAnswer(error).detail.startsWith("insufficient_quota")) {
      await withTenant({ companyId }, (tx) => restPrompt(tx, id));
    }
    return refuse("ERR_ASSISTANT_SILENT");
  }
  const { tokensIn, tokensOut } = thought;
  await withTenant({ companyId }, (tx) => noteUse(tx, id, { tokensIn, tokensOut, voiceChars: 0 }));
  return cleaned(suggestionOf(thought.text)).slice(0, MAX_MESSAGE_CHARS) || refuse("ERR_ASSISTANT_SILENT");
}
