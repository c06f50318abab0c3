// Hands what was written to the outbox: at once on screen, safe on the device, sent in order, once.
import { enqueue } from "../../../core/outbox.ts";
import { changeComposer, composerOf } from "./state.ts";

interface Words {
  ticketId: number;
  body: string;
  note: boolean;
}

const quoteOf = (ticketId: number, note: boolean) => {
  const { quote } = composerOf(ticketId);
  return quote && !note ? { quotedMsg: { id: quote.id } } : {};
};

/** Sends a text, or keeps it as a note. */
export function sendText({ ticketId, body, note }: Words): void {
  void enqueue({ ticketId, kind: "message", payload: { body, isPrivate: note, ...quoteOf(ticketId, note) } });
  changeComposer(ticketId, { quote: null });
}

/** Sends the files of the preview, one message each so that each can be stopped, retried and refused alone. */
export async function sendFiles(ticketId: number, note: boolean): Promise<void> {
  const { files } = composerOf(ticketId);
  const quoted = quoteOf(ticketId, note);
  changeComposer(ticketId, { files: [], quote: null });
  for (const [index, { file, caption }] of files.entries()) {
    const payload = { body: caption.trim(), isPrivate: note, ...(index === 0 && quoted) };
    await enqueue({ ticketId, kind: "message", payload, files: [file] });
  }
}
