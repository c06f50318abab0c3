import type { IntegrationSecrets } from "../secrets.ts";
import { askDialogflow } from "./dialogflow.ts";
import { askTypebot } from "./typebot.ts";
import { askWebhook } from "./webhook.ts";
import type { Answer, Heard, Place, Settings } from "./turn.ts";

/** Carries a turn to the service that the integration names. Throws NoAnswer. */
export async function ask(
  settings: Settings,
  secrets: IntegrationSecrets,
  heard: Heard,
  place: Place,
): Promise<Answer> {
  if (settings.type === "prompt") throw new Error("A prompt is no service.");
  if (settings.type === "dialogflow") return await askDialogflow(settings, secrets.account, heard);
  if (settings.type === "typebot") return await askTypebot(settings, heard, place);
  return await askWebhook(settings.url, secrets.secret, heard, place);
}
