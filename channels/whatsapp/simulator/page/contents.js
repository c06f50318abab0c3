// What the page says in the simulator's words, and how it shows what Recado sent.

/** A picture of one grey dot, for who chose no file. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAFhAKAjM1mJgAAAABJRU5ErkJggg==";

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The content of a message of this kind. Without a file an image is a dot, and a voice note or document says its text. */
export async function contentOf(kind, text, file) {
  const chosen = file?.size > 0;
  const bytes = chosen ? await base64(file) : kind === "image" ? DOT : btoa(unescape(encodeURIComponent(text || " ")));
  const mimeType = chosen ? file.type || "application/octet-stream" : undefined;
  switch (kind) {
    case "image":
      return { kind, bytes, mimeType: mimeType ?? "image/png", caption: text || undefined };
    case "voice":
      return { kind, bytes, mimeType: mimeType ?? "audio/ogg; codecs=opus", seconds: 3 };
    case "document":
      return { kind, bytes, mimeType: mimeType ?? "text/plain", fileName: chosen ? file.name : "note.txt" };
    case "location":
      return { kind, latitude: -23.5505, longitude: -46.6333, name: text || "Praça da Sé" };
    case "contacts":
      return { kind, cards: [{ name: text || "Davi", phone: "5511955550199" }] };
    case "poll":
      return { kind, question: text || "When?", options: ["Today", "Tomorrow"] };
    default:
      return { kind: "text", text: text || "…" };
  }
}

/** A message of Recado in a line. */
export function textOf(message) {
  if (!message) return "(nobody could read it)";
  const text = message.conversation ?? message.extendedTextMessage?.text;
  if (text) return text;
  const [kind, value] = Object.entries(message).find(([name, inner]) => inner && name !== "messageContextInfo") ?? [];
  const said = value?.caption ?? value?.fileName ?? value?.text ?? value?.name ?? value?.displayName ?? "";
  return `[${(kind ?? "?").replace(/Message$/, "")}] ${said}`;
}
