import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";

/** Says new messages of the customer aloud, and only those: history that is loaded stays silent. */
export function Arrivals({ messages, name }: { messages: readonly Message[]; name: string }) {
  const { t } = useTranslation("messages");
  const [said, setSaid] = useState("");
  const last = useRef<number>(undefined);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    const known = last.current;
    last.current = newest;
    if (known === undefined || newest === undefined) return;
    const at = messages.findIndex((message) => message.id === known);
    const fresh = at < 0 ? [] : messages.slice(at + 1).filter((message) => !message.fromMe);
    const [only] = fresh;
    if (only && fresh.length === 1) setSaid(`${name}: ${only.body || t("thread.file")}`);
    else if (fresh.length > 1) setSaid(t("thread.arrived", { count: fresh.length, name }));
  }, [newest]);
  return <p role="status" className="sr-only">{said}</p>;
}
