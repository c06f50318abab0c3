// Answers that are spoken, as an OGG that messengers play as a voice note: Azure's voices, or those of an API in OpenAI's form.
import { askOutside, providers, type Question } from "../../../core/outside/providers.ts";
import { baseOf } from "./chat.ts";
import type { PromptKeys } from "./keys.ts";

/** Longer answers, and those with addresses, are read better than heard. */
const MAX_SPOKEN = 1_000;

/** Whether a text is one to be spoken. */
export const isSpeakable = (text: string): boolean => text.length <= MAX_SPOKEN && !/https?:\/\//i.test(text);

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface Speaker {
  voice: string;
  voiceRegion: string;
  baseUrl: string;
  keys: PromptKeys;
}
/** Understood by every server of OpenAI's form that speaks. */
const SPEECH_MODEL = "tts-1";

/** The text in this voice; null where none is set, or the service does not give it: then the text is sent. */
export async function speak(text: string, speaker: Speaker): Promise<Uint8Array<ArrayBuffer> | null> {
  const asked = isSpeakable(text) ? question(text, speaker) : null;
  if (!asked) return null;
  const { url, ...rest } = asked;
  const said = await askOutside(url, { ...rest, timeoutMs: 15_000, maxBytes: 16 * 1024 * 1024 }).catch(() => null);
  return said?.status === 200 && said.bytes.length > 0 ? said.bytes : null;
}

function question(
  text: string,
  { voice, voiceRegion, baseUrl, keys }: Speaker,
): { url: string } & Pick<Question, "headers" | "body"> | null {
  if (voice.startsWith("openai-")) {
    return {
      url: `${baseOf({ baseUrl })}/audio/speech`,
      headers: {
        "content-type": "application/json",
        ...keys.apiKey && { authorization: `Bearer ${keys.apiKey}` },
      },
      body: JSON.stringify({
        model: SPEECH_MODEL,
        voice: voice.slice("openai-".length),
        input: text,
        response_format: "opus",
      }),
    };
  }
  if (voice === "text" || !keys.voiceKey || !voiceRegion) return null;
  return {
    url: `${providers().AZURE_SPEECH_URL.replace("{region}", voiceRegion)}/cognitiveservices/v1`,
    headers: {
      "ocp-apim-subscription-key": keys.voiceKey,
      "content-type": "application/ssml+xml",
      "x-microsoft-outputformat": "ogg-24khz-16bit-mono-opus",
      "user-agent": "Recado",
    },
    body: `<speak version='1.0' xml:lang='pt-BR'><voice name='${escaped(voice)}'>${escaped(text)}</voice></speak>`,
  };
}
