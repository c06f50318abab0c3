import i18next from "i18next";
import { assistant } from "../../../../../api/features/assistant/contract.ts";
import { useCall } from "../../../../core/query.ts";

const languages = ["pt", "en", "es", "tr"] as const;

/** Asks for a summary in the reader's language; a refusal is told as a toast. */
export function useSummary(ticketId: number, onText: (text: string) => void, onRefused?: () => void) {
  const call = useCall(assistant.ask, { onSuccess: ({ text }) => onText(text), onError: onRefused });
  const language = languages.find((one) => i18next.language.startsWith(one)) ?? "pt";
  return {
    ask: () => call.mutate({ params: { ticketId }, body: { task: "summarise", language } }),
    busy: call.isPending,
  };
}
