// Help for people who write to customers: a prompt of the company improves, answers and sums up (docs/product/assistant.md).
import { z } from "zod";
import { endpoint, Id, text } from "../../contract/endpoint.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";

/** With a text of one's own: better, shorter, in the customer's language. Of the conversation: an answer, a summary for colleagues. */
export const assistantTasks = ["improve", "shorten", "translate", "suggest", "summarise"] as const;
export type AssistantTask = typeof assistantTasks[number];
export const needsText = (task: AssistantTask): boolean => task !== "suggest" && task !== "summarise";

export const assistant = {
  ask: endpoint({
    method: "POST",
    path: "/assistant/{ticketId}",
    summary: "A suggestion for a person who serves the ticket; nothing is sent by it.",
    access: "user",
    plan: "useOpenAi",
    params: z.object({ ticketId: Id("ticket") }),
    body: z.object({
      task: z.enum(assistantTasks),
      /** What the person has written. */
      text: text(MAX_MESSAGE_CHARS).optional().default(""),
      /** Of a summary. */
      language: z.enum(["pt", "en", "es", "tr"]).optional().default("pt"),
    }).refine(({ task, text }) => !needsText(task) || text.trim() !== "", { path: ["text"], message: "required" }),
    response: z.object({ text: z.string() }),
    transaction: false,
    perMinute: 20,
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_NO_ASSISTANT",
      "ERR_ASSISTANT_LIMIT",
      "ERR_ASSISTANT_SILENT",
    ],
  }),
};
