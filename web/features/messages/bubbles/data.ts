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

/** What a call was; a call that says nothing of itself was missed. */
export function callOf(data: Data): { missed: boolean; video: boolean } {
  const { missed, video } = record(data);
  return { missed: missed !== false, video: video === true };
}

/** A link the customer sent as such; only web addresses. */
export function linkOf(data: Data): { url: string; title: string } | null {
  const { url, title } = record(record(data).link);
  return /^https?:\/\/[^\s/]/i.test(text(url)) && URL.canParse(text(url))
    ? { url: text(url), title: text(title) }
    : null;
}

/** `pending` while the file is fetched from the provider, `failed` when it could not be. */
export const mediaState = (data: Data): "pending" | "failed" | "ready" =>
  data?.media === "pending" || data?.media === "failed" ? data.media : "ready";
