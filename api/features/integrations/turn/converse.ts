// A turn that a model answers (docs/product/prompts.md#answer).
import { NoAnswer } from "../../../core/outside/providers.ts";
import { think } from "../../prompts/actions/chat.ts";
import { historyOf, meaningOf, systemOf, wholeSentences } from "../../prompts/actions/converse.ts";
import type { Use } from "../../prompts/actions/uses.ts";
import { speak } from "../../prompts/actions/voice.ts";
import { type Answer, type Heard, MAX_TEXT } from "../providers/turn.ts";
import type { Begun } from "./begin.ts";

export interface Conversed {
  answer: Answer;
  use: Use;
  voice: Uint8Array | null;
}

/** Asks the model, and its voice where the answer is one to be spoken. Throws NoAnswer. */
export async function converse(mind: NonNullable<Begun["mind"]>, heard: Heard): Promise<Conversed> {
  const system = systemOf(mind, heard.contact.name, heard.timezone, new Date());
  const thought = await think({ ...mind, apiKey: mind.keys.apiKey }, [system, ...historyOf(mind.messages)]);
  const { text: whole, transfers } = meaningOf(thought.text);
  const text = (thought.isCut && !transfers ? wholeSentences(whole) : whole)?.slice(0, MAX_TEXT);
  if (text === undefined) throw new NoAnswer("nonsense", "length");
  const voice = text ? await speak(text, mind) : null;
  return {
    answer: {
      parts: text ? [{ text }] : [],
      actions: !transfers
        ? []
        : mind.queueId === null
        ? [{ type: "stopBot" }]
        : [{ type: "transfer", queueId: mind.queueId, userId: null }],
      place: { externalId: null, expects: null },
      over: false,
    },
    use: { tokensIn: thought.tokensIn, tokensOut: thought.tokensOut, voiceChars: voice ? text.length : 0 },
    voice,
  };
}
