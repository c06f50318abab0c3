import { useState } from "react";
import { assistant, type AssistantTask, needsText } from "../../../../../api/features/assistant/contract.ts";
import { useCall } from "../../../../core/query.ts";
import { useHasAssistant } from "../../../../core/who/assistant.ts";

/** What a person may ask for where they write; a summary is asked for at the ticket. */
export const writingTasks = ["suggest", "improve", "shorten", "translate"] as const satisfies readonly AssistantTask[];
export type WritingTask = typeof writingTasks[number];

/** A suggestion for what is being written. It waits beside the field: only its reader puts it there, and only they send it. */
export function useAssist(ticketId: number, text: string) {
  const able = useHasAssistant();
  const [suggestion, setSuggestion] = useState<{ task: WritingTask; text: string } | null>(null);
  const call = useCall(assistant.ask);
  const ask = (task: WritingTask) => {
    setSuggestion(null);
    call.mutate({ params: { ticketId }, body: { task, text: needsText(task) ? text.trim() : "" } }, {
      onSuccess: (answer) => setSuggestion({ task, text: answer.text }),
    });
  };
  return { able, suggestion, ask, busy: call.isPending, forget: () => setSuggestion(null) };
}
export type Assist = ReturnType<typeof useAssist>;
