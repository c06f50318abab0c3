// Answers that are spoken: Azure's voices, as an OGG that messengers play as a voice note.
import { askOutside, providers } from "../../../core/outside/providers.ts";

/** Longer answers, and those with addresses, are read better than heard. */
const MAX_SPOKEN = 1_000;

/** Whether a text is one to be spoken. */
export const isSpeakable = (text: string): boolean => text.length <= MAX_SPOKEN && !/https?:\/\//i.test(text);

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The text in this voice; null where the service does not give it: then the text is sent. */
export async function speak(
  text: string,
  { voice, region, key }: { voice: string; region: string; key: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const url = `${providers().AZURE_SPEECH_URL.replace("{region}", region)}/cognitiveservices/v1`;
  const body = `<speak version='1.0' xml:lang='pt-BR'><voice name='${escaped(voice)}'>${escaped(text)}</voice></speak>`;
  const headers = {
    "ocp-apim-subscription-key": key,
    "content-type": "application/ssml+xml",
    "x-microsoft-outputformat": "ogg-24khz-16bit-mono-opus",
    "user-agent": "Recado",
  };
  const said = await askOutside(url, { headers, body, timeoutMs: 15_000, maxBytes: 16 * 1024 * 1024 }).catch(() =>
    null
  );
  return said?.status === 200 && said.bytes.length > 0 ? said.bytes : null;
}
