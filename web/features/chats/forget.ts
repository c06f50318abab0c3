// A chat that is there no more for this person: nothing of it stays on the device.
import { chats } from "../../../api/features/chats/contract.ts";
import { forgetAnswers } from "../../core/answers/forget.ts";
import { storeDraft } from "./drafts.ts";

const calls: readonly string[] = [chats.messages, chats.search].map(({ method, path }) => `${method} ${path}`);

/** Forgets what was said in a chat, its files and what was being written in it. */
export async function forgetChat(chatId: number): Promise<void> {
  storeDraft(chatId, "");
  await forgetAnswers((call, { id }) => calls.includes(call) && id === chatId);
}
