// The dialog's test: one question to the service with the values that are being typed.
import type { z } from "zod";
import { must } from "../../contract/errors.ts";
import { withoutSecrets } from "../../core/secrets/hide.ts";
import { asNoAnswer } from "../../core/outside/providers.ts";
import { withTenant } from "../../../db/tenant.ts";
import { integrationMistakes, type integrations } from "./contract.ts";
import { ask } from "./providers/ask.ts";
import type { Heard, Settings } from "./providers/turn.ts";
import * as queries from "./queries.ts";
import { type IntegrationSecrets, openSecrets, readAccount } from "./secrets.ts";

type Typed = z.output<typeof integrations.test.body>;

/** What a customer of the test says. */
const GREETING = "oi";

/** Asks the service; stored values stand in for what is left out where the id of an integration is given. Refuses ERR_NO_RECORD_FOUND. */
export async function tryOut(companyId: number, typed: Typed) {
  const { old, secrets } = typed.id
    ? await stored(companyId, typed.id)
    : { old: null, secrets: {} as IntegrationSecrets };
  const type = typed.type ?? old?.type ?? "dialogflow";
  const account = typed.jsonContent ? readAccount(typed.jsonContent) : secrets.account;
  const said = (ok: boolean, ms: number, more: Partial<Record<"answer" | "reason" | "detail", string>>) => ({
    ok,
    ms: Math.round(ms),
    answer: "",
    reason: "",
    detail: "",
    ...more,
  });
  const settings: Settings = {
    id: typed.id ?? 0,
    type,
    projectName: typed.projectName ?? old?.projectName ?? "",
    language: typed.language ?? old?.language ?? "pt-BR",
    url: typed.urlN8N ?? old?.urlN8N ?? "",
    slug: typed.typebotSlug ?? old?.typebotSlug ?? "",
    expiresMin: 0,
    delayMs: 0,
    keywordFinish: "",
    keywordRestart: "",
    restartMessage: "",
    unknownMessage: "",
  };
  if (typed.jsonContent && !account) return said(false, 0, { reason: "service_account" });
  const [mistake] = integrationMistakes({
    ...{ type, urlN8N: settings.url, typebotSlug: settings.slug, projectName: settings.projectName },
    hasKey: Boolean(account),
  });
  if (mistake) return said(false, 0, { reason: "incomplete", detail: mistake.field });
  const began = performance.now();
  try {
    const place = { externalId: null, expects: null, turnId: `msg_test_${crypto.randomUUID()}` };
    const { parts } = await ask(
      settings,
      { account: account ?? undefined, secret: typed.secret || secrets.secret },
      heard(companyId),
      place,
    );
    const answer = parts.map(({ text, file }) => text ?? file?.url ?? "").join("\n").slice(0, 1000);
    return said(true, performance.now() - began, { answer });
  } catch (error) {
    const { reason, detail } = asNoAnswer(error);
    return said(false, performance.now() - began, { reason, detail: String(withoutSecrets(detail)) });
  }
}

async function stored(companyId: number, id: number) {
  return await withTenant({ companyId }, async (tx) => ({
    old: must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND"),
    secrets: openSecrets(companyId, id, await queries.sealedOf(tx, id)),
  }));
}
const heard = (companyId: number): Heard => ({
  companyId,
  connection: { id: 0, name: "Teste", channel: "test" },
  contact: { id: 0, name: "Teste", number: "5500000000000", email: "" },
  ticket: { id: 0, uuid: crypto.randomUUID(), status: "pending", queueId: null, userId: null, isGroup: false },
  timezone: "America/Sao_Paulo",
  text: GREETING,
  media: [],
  lastMessage: { id: 0, type: "chat", body: GREETING, quotedId: null, at: new Date().toISOString() },
});
