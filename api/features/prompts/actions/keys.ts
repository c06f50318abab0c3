// The keys of a prompt: kept sealed, opened for a call only.
import { seal, unseal } from "../../../core/secrets/seal.ts";

export interface PromptKeys {
  apiKey?: string;
  voiceKey?: string;
}
const bound = (companyId: number, id: number) => `prompt:${companyId}:${id}`;

export function openKeys(companyId: number, id: number, sealed: Uint8Array | null): PromptKeys {
  return sealed ? JSON.parse(new TextDecoder().decode(unseal(sealed, bound(companyId, id)))) : {};
}
export function sealKeys(companyId: number, id: number, keys: PromptKeys): Uint8Array {
  return seal(new TextEncoder().encode(JSON.stringify(keys)), bound(companyId, id));
}
