import { Bot, MessagesSquare, Webhook, Workflow } from "lucide-react";
import type { IntegrationType } from "../../../api/features/integrations/contract.ts";

const signs = { dialogflow: Bot, n8n: Workflow, webhook: Webhook, typebot: MessagesSquare };
/** What services call themselves, in every language. */
export const typeNames: Record<IntegrationType, string> = {
  typebot: "Typebot",
  n8n: "n8n",
  webhook: "Webhook",
  dialogflow: "DialogFlow",
};

/** The sign of a service's kind. */
export function TypeSign({ type }: { type: IntegrationType }) {
  const Sign = signs[type];
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-control bg-hover text-fg-muted">
      <Sign aria-hidden className="size-4" />
    </span>
  );
}
