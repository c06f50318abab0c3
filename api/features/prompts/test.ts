// The dialog's trials: a question to the model with the values that are being typed, and the models that an address offers.
import type { z } from "zod";
import { must } from "../../contract/errors.ts";
import { asNoAnswer } from "../../core/outside/providers.ts";
import { withoutSecrets } from "../../core/secrets/hide.ts";
import { withTenant } from "../../../db/tenant.ts";
import { type Mind, modelsOf, think } from "./actions/chat.ts";
import { systemOf } from "./actions/converse.ts";
import type { prompts } from "./contract.ts";
import { materialOf } from "./actions/material.ts";
import { openKeys } from "./actions/keys.ts";
import { costOf } from "./price.ts";
import * as queries from "./queries.ts";

type Question = z.output<typeof prompts.test.body>;

/** Asks once. Refuses ERR_NO_RECORD_FOUND. */
export async function tryOut(companyId: number, typed: Question) {
  const { old, keys } = await stored(companyId, typed.id);
  const mind: Mind = {
    model: typed.model || old?.model || "gpt-4o-mini",
    baseUrl: typed.baseUrl ?? old?.baseUrl ?? "",
    maxTokens: typed.maxTokens ?? old?.maxTokens ?? 100,
    temperature: typed.temperature ?? old?.temperature ?? 1,
    apiKey: typed.apiKey || keyFor(typed, old, keys),
  };
  const material = await withTenant({ companyId }, (tx) =>
    materialOf(tx, {
      knowsQuickMessages: typed.knowsQuickMessages ?? old?.knowsQuickMessages ?? false,
      knowsFileLists: typed.knowsFileLists ?? old?.knowsFileLists ?? false,
    }));
  const prompt = typed.prompt ?? old?.prompt ?? "";
  const system = systemOf({ prompt, material }, "Ana", "America/Sao_Paulo", new Date());
  const prices = { priceIn: typed.priceIn ?? old?.priceIn ?? "", priceOut: typed.priceOut ?? old?.priceOut ?? "" };
  const began = performance.now();
  const said = (ok: boolean, more: object) => ({
    ...{
      ok,
      ms: Math.round(performance.now() - began),
      answer: "",
      tokensIn: 0,
      tokensOut: 0,
      cost: "",
      told: system.content,
    },
    ...{ reason: "", detail: "" },
    ...more,
  });
  try {
    const { text, tokensIn, tokensOut } = await think(mind, [system, { role: "user", content: typed.question }]);
    return said(true, { answer: text, tokensIn, tokensOut, cost: costOf({ tokensIn, tokensOut }, prices) });
  } catch (error) {
    const { reason, detail } = asNoAnswer(error);
    return said(false, { reason, detail: String(withoutSecrets(detail)) });
  }
}

/** Their names, or why they cannot be had. Refuses ERR_NO_RECORD_FOUND. */
export async function offeredModels(companyId: number, typed: z.output<typeof prompts.models.body>) {
  const { old, keys } = await stored(companyId, typed.id);
  try {
    return {
      models: await modelsOf({ baseUrl: typed.baseUrl, apiKey: typed.apiKey || keyFor(typed, old, keys) }),
      reason: "",
    };
  } catch (error) {
    return { models: [], reason: asNoAnswer(error).reason };
  }
}

/** A stored key goes only to the address that it was stored for: who types another address types its key, too. */
function keyFor(
  typed: { baseUrl?: string },
  old: { baseUrl: string } | null,
  keys: { apiKey?: string },
): string | undefined {
  return typed.baseUrl === undefined || typed.baseUrl === old?.baseUrl ? keys.apiKey : undefined;
}

async function stored(companyId: number, id: number | null | undefined) {
  if (!id) return { old: null, keys: {} };
  return await withTenant({ companyId }, async (tx) => ({
    old: must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND"),
    keys: openKeys(companyId, id, await queries.sealedOf(tx, id)),
  }));
}
