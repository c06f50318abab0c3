// What other features ask of prompts.
import type { Tx } from "../../../../db/tenant.ts";
import { companyValues } from "../../settings/actions.ts";
import type { Prompt } from "../contract.ts";
import { byId, sealedOf } from "../queries.ts";
import { openKeys, type PromptKeys } from "./keys.ts";

export { byId as promptById };

/** The prompt that helps the company's people, with its keys; null where none does. */
export async function assistantPrompt(tx: Tx): Promise<{ prompt: Prompt; keys: PromptKeys } | null> {
  const { assistantPromptId } = await companyValues(tx);
  const prompt = assistantPromptId ? await byId(tx, Number(assistantPromptId)) : undefined;
  return prompt ? { prompt, keys: openKeys(tx.companyId, prompt.id, await sealedOf(tx, prompt.id)) } : null;
}
