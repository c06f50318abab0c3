// Reads the loose `data` of a message: a newer server or a provider may send anything. By hand: a schema library would weigh
// more than all bubbles together.
type Data = Record<string, unknown> | null;

const text = (value: unknown): string => typeof value === "string" ? value : "";
const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? value as Record<string, unknown> : {};

/** A place with its coordinates; null when they are missing. */
export function placeOf(data: Data) {
  const { latitude, longitude, name, address } = record(data);
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return { latitude, longitude, name: text(name), address: text(address) };
}

/** The contact cards of a message; null when there are none. */
export function cardsOf(data: Data): { name: string; phones: string[] }[] | null {
  const { contacts } = record(data);
  if (!Array.isArray(contacts) || contacts.length === 0) return null;
  return contacts.map((entry) => {
    const { name, phones } = record(entry);
    return { name: text(name), phones: Array.isArray(phones) ? phones.map(text).filter(Boolean) : [] };
  });
}

/** The kind of a call; a call without one was missed. */
export function callOf(data: Data): { missed: boolean; refused: boolean; video: boolean } {
  const { missed, refused, video } = record(data);
  return { missed: missed !== false && refused !== true, refused: refused === true, video: video === true };
}

/** A poll's question and options; null when there are none. */
export function pollOf(data: Data): { question: string; options: string[] } | null {
  const { question, options } = record(record(data).poll);
  if (!Array.isArray(options) || options.length === 0) return null;
  return { question: text(question), options: options.map(text) };
}

/** True for a message that cannot be read yet. */
export const isWaiting = (data: Data): boolean => record(data).placeholder === true;
/** True for a live location. */
export const isLive = (data: Data): boolean => record(data).live === true;

/** A link the customer sent as such; only web addresses. */
export function linkOf(data: Data): { url: string; title: string } | null {
  const { url, title } = record(record(data).link);
  return /^https?:\/\/[^\s/]/i.test(text(url)) && URL.canParse(text(url))
    ? { url: text(url), title: text(title) }
    : null;
}

const deeds = ["edit", "remove", "react"] as const;
/** An action on a message that never reached the customer, and the code of the reason; null where there is none. */
export function refusedOf(data: Data): { deed: typeof deeds[number]; code: string } | null {
  const { deed, code } = record(record(data).refused);
  const known = deeds.find((one) => one === deed);
  return known ? { deed: known, code: text(code) } : null;
}

export interface LinkCard {
  url: string;
  title: string;
  description: string;
  site: string;
  picture: { url: string; width: number; height: number } | null;
}
/** The server's card for a text's link; null where there is none. Its picture is always ours. */
export function cardOf(data: Data): LinkCard | null {
  const { url, title, description, site, picture } = record(record(data).card);
  if (!/^https?:\/\//i.test(text(url)) || !text(title)) return null;
  const { url: at, width, height } = record(picture);
  const sized = typeof width === "number" && typeof height === "number" && text(at).startsWith("/media/");
  return {
    url: text(url),
    title: text(title),
    description: text(description),
    site: text(site),
    picture: sized ? { url: text(at), width, height } : null,
  };
}

/** True for a picture or a voice note that may be opened once. */
export const seenOnce = (data: Data): boolean => record(data).viewOnce === true;
/** True for a voice note whose words were written down by a machine: they are its body. */
export const isTranscribed = (data: Data): boolean => record(data).transcribed === true;
/** The recorder's facts about a voice note: length in seconds, bars of 0–1; null where it gave none. */
export function voiceOf(data: Data): { seconds: number; waveform: number[] } | null {
  const { seconds, waveform } = record(data);
  if (typeof seconds !== "number" || !(seconds > 0) || !Array.isArray(waveform) || waveform.length === 0) return null;
  return { seconds, waveform: waveform.map((bar) => Math.min(1, Math.max(0, Number(bar) / 100 || 0))) };
}

/** Whether the company's disk was full when the file came: `ask` where the provider may have it still. */
export const noRoomFor = (data: Data): "ask" | "gone" | null =>
  data?.noRoom === "ask" || data?.noRoom === "gone" ? data.noRoom : null;
/** `pending` while the file is fetched from the provider, `failed` when it could not be. */
export const mediaState = (data: Data): "pending" | "failed" | "ready" =>
  data?.media === "pending" || data?.media === "failed" ? data.media : "ready";
