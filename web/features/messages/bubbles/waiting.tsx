import { Hourglass, Smartphone } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { seenOnce } from "../../../core/words/message-data.ts";

/**
 * A message whose key is not here yet; it takes this place when it can be read. What is to be seen once never comes to a linked
 * device: waiting for it would be a promise nobody keeps.
 */
export function WaitingContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const once = seenOnce(message.data);
  const Icon = once ? Smartphone : Hourglass;
  return (
    <span className="inline-flex items-center gap-2 py-0.5 text-fg-muted italic">
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(once ? "viewOncePhone" : "waiting")}
    </span>
  );
}
