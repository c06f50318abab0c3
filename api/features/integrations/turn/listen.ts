// Voice notes of a turn: written down before anybody is asked, outside any transaction.
import { mediaPath } from "../../../core/media/media.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { keepTranscript } from "../../messages/actions/transcript.ts";
import { promptById } from "../../prompts/actions/known.ts";
import { transcribe } from "../../prompts/actions/transcribe.ts";
import { noteUse } from "../../prompts/actions/uses.ts";

/** Who writes them down. */
export interface Listener {
  promptId: number;
  baseUrl: string;
  transcriptionModel: string;
  apiKey: string | undefined;
}
export interface VoiceNote {
  messageId: number;
  mediaId: string;
  mime: string;
}

/** One after the other: each is in memory while it goes. What could not be understood is not listened to again. */
export async function listen(companyId: number, by: Listener, notes: readonly VoiceNote[]): Promise<void> {
  for (const { messageId, mediaId, mime } of notes) {
    const bytes = await Deno.readFile(mediaPath(companyId, mediaId)).catch(() => null);
    const text = bytes && await transcribe(by, by.transcriptionModel, { bytes, mime });
    await withTenant({ companyId }, async (tx) => {
      await keepTranscript(tx, messageId, text);
      if (bytes && await promptById(tx, by.promptId)) await noteUse(tx, by.promptId, { audioBytes: bytes.length });
    });
  }
}
