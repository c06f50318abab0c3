// What other features do with approved texts.
import type { SentTemplate } from "../../../channels/sdk/mod.ts";
import { filled, headerFile, missingIn, readAs } from "../../contract/rules/template.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import { enqueue } from "../../core/jobs.ts";
import * as queries from "./queries.ts";
import { read } from "./tasks.ts";

/** A session that is on its way is waited for, some minutes in all. */
const READ_TRIES = 8;

/** Reads a connection's texts again soon; several wishes that wait are one. */
export async function readAgain(tx: Tx, connectionId: number): Promise<void> {
  await enqueue(tx, read, { connectionId }, { key: `templates:${tx.companyId}:${connectionId}`, attempts: READ_TRIES });
}
/** The provider has refused this text when it was sent: it goes to nobody else until it has been read again. */
export async function noteRefused(tx: Tx, connectionId: number, which: { name: string; language: string }) {
  if (await queries.setRefused(tx, connectionId, which)) await readAgain(tx, connectionId);
}
/** Whether this text of a connection can be sent now. */
export async function canSend(
  tx: Tx,
  connectionId: number,
  which: { name: string; language: string },
): Promise<boolean> {
  return (await queries.find(tx, connectionId, which))?.sendable ?? false;
}

/** How a customer reads it; undefined where the connection has no such text. */
export async function readTemplate(
  tx: Tx,
  connectionId: number,
  { name, language }: { name: string; language: string },
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const found = await queries.find(tx, connectionId, { name, language });
  return found && readAs(found.components, values);
}

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
