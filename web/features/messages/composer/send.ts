// Hands what was written to the outbox: at once on screen, safe on the device, sent in order, once.
import { messages } from "../../../../api/features/messages/contract.ts";
import { enqueue } from "../../../core/outbox.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import { say } from "../../../core/words/i18n/i18n.ts";
import { toast } from "../../../ui/toast.tsx";
import { restoreText } from "./drafts/restore.ts";
import { smaller } from "./downsize.ts";
import { changeComposer, composerOf } from "./state.ts";

interface Words {
  ticketId: number;
  body: string;
  note: boolean;
  /** Colleagues whom a note names. */
  mentions?: number[];
  /** What the person typed, to be given back when the device has no room: without their name above it. */
  typed?: string;
}

const quoteOf = (ticketId: number, note: boolean) => {
  const { quote } = composerOf(ticketId);
  return quote && !note ? { quotedMsg: { id: quote.id } } : {};
};
const row = (ticketId: number, body: Record<string, unknown>, files?: readonly File[]) => ({
  ticketId,
  kind: "message",
  call: wireCall(messages.send, { params: { ticketId }, body }),
  files,
});

/** Sends a text, or keeps it as a note. A device without room gives the text back. */
export async function sendText({ ticketId, body, note, typed = body, mentions = [] }: Words): Promise<void> {
  const quoted = quoteOf(ticketId, note);
  changeComposer(ticketId, { quote: null });
  try {
    await enqueue(row(ticketId, { body, isPrivate: note, ...(mentions.length > 0 && { mentions }), ...quoted }));
  } catch {
    toast.error(say("outbox.full"));
    await restoreText(ticketId, typed, note);
  }
}

/** Sends people as cards: names, and the numbers one may see. */
export async function sendContacts(ticketId: number, vCard: { name: string; phones: string[] }[]): Promise<void> {
  const body = { body: vCard.map(({ name }) => name).join(", "), isPrivate: false, vCard, ...quoteOf(ticketId, false) };
  changeComposer(ticketId, { quote: null });
  try {
    await enqueue(row(ticketId, body));
  } catch {
    toast.error(say("outbox.full"));
  }
}

interface VoiceNote {
  ticketId: number;
  note: boolean;
  file: File;
  voice: { seconds: number; waveform: number[] };
}
/** Sends a voice note with its length and shape. */
export async function sendVoice({ ticketId, note, file, voice }: VoiceNote): Promise<void> {
  const body = { body: "", isPrivate: note, voice, ...quoteOf(ticketId, note) };
  await enqueue(row(ticketId, body, [file]));
  changeComposer(ticketId, { quote: null });
}

/** Sends files, one message each so that each can be stopped, retried and refused alone. */
export async function sendFiles(ticketId: number, note: boolean): Promise<void> {
  const { files } = composerOf(ticketId);
  const quoted = quoteOf(ticketId, note);
  changeComposer(ticketId, { files: [], quote: null });
  for (const [index, { file, caption, original }] of files.entries()) {
    try {
      const sent = original ? file : await smaller(file) ?? file;
      await enqueue(row(ticketId, { body: caption.trim(), isPrivate: note, ...(index === 0 && quoted) }, [sent]));
    } catch {
      toast.error(say("outbox.full"));
      changeComposer(ticketId, { files: files.slice(index) });
      return;
    }
  }
}
