// What other features do with approved texts.
import type { SentTemplate } from "../../../channels/sdk/mod.ts";
import { filled, headerFile, missingIn, readAs } from "../../contract/rules/template.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

export interface TemplateMessage {
  /** How the customer reads it. */
  body: string;
  template: SentTemplate;
  /** The file that its header wants; null: none. */
  file: "image" | "video" | "document" | null;
}

/**
 * A connection's approved text with its values. Refuses ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_REFUSED for what the provider has not
 * approved, and ERR_VALIDATION naming each place that has no value (`path` is `where`, a dot and the place).
 */
export async function fillTemplate(
  tx: Tx,
  connectionId: number,
  which: { id: number } | { name: string; language: string },
  values: Readonly<Record<string, string>>,
  where: string,
): Promise<TemplateMessage> {
  const { name, language, components, sendable } = must(
    await queries.find(tx, connectionId, which),
    "ERR_NO_TEMPLATE_FOUND",
  );
  if (!sendable) refuse("ERR_TEMPLATE_REFUSED");
  const missing = missingIn(components, values);
  if (missing.length) {
    refuse("ERR_VALIDATION", { details: missing.map((key) => ({ path: `${where}.${key}`, message: "required" })) });
  }
  return {
    body: readAs(components, values),
    template: { name, language, components: filled(components, values) },
    file: headerFile(components),
  };
}
