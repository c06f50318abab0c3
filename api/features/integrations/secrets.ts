// What an integration signs in with: kept sealed, opened for a call only.
import { seal, unseal } from "../../core/secrets/seal.ts";

/** A service account of Google's. */
export interface ServiceAccount {
  client_email: string;
  private_key: string;
  private_key_id?: string;
  project_id?: string;
}
export interface IntegrationSecrets {
  account?: ServiceAccount;
  /** Of the signature, as the admin typed it. */
  secret?: string;
}
const bound = (companyId: number, id: number) => `queue-integration:${companyId}:${id}`;

export function openSecrets(companyId: number, id: number, sealed: Uint8Array | null): IntegrationSecrets {
  return sealed ? JSON.parse(new TextDecoder().decode(unseal(sealed, bound(companyId, id)))) : {};
}
export function sealSecrets(companyId: number, id: number, secrets: IntegrationSecrets): Uint8Array {
  return seal(new TextEncoder().encode(JSON.stringify(secrets)), bound(companyId, id));
}

/**
 * The service account in what was pasted; null where it is none. Line breaks that an editor put inside its texts, which make it no JSON,
 * are repaired.
 */
export function readAccount(pasted: string): ServiceAccount | null {
  const found = parse(pasted) ?? parse(repaired(pasted));
  if (typeof found !== "object" || found === null) return null;
  const { type, client_email, private_key, private_key_id, project_id } = found as Record<string, unknown>;
  const isKey = typeof private_key === "string" && private_key.trim().startsWith("-----BEGIN PRIVATE KEY-----");
  if (type !== "service_account" || typeof client_email !== "string" || !isKey) return null;
  return {
    client_email,
    private_key,
    ...typeof private_key_id === "string" && { private_key_id },
    ...typeof project_id === "string" && { project_id },
  };
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
const repaired = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/gs, (one) => one.replace(/\r?\n/g, "\\n"));
