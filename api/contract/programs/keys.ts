// What a company's API key may do. A call says which of these opens it (`key`); what says nothing is for people.
export const keyScopes = [
  "tickets:read",
  "tickets:write",
  "contacts:read",
  "contacts:write",
  "messages:send",
  "company:read",
  "webhooks:manage",
] as const;
export type KeyScope = typeof keyScopes[number];

/** For whoever is signed in, and for the keys of a scope. */
export const alsoKeys = <const S extends KeyScope>(key: S) => ({ access: "user", key }) as const;

/** The events that a key may hear, by the end of their name on the stream; everything else is for people. */
const heard: Record<string, KeyScope> = {
  ticket: "tickets:read",
  appMessage: "tickets:read",
  contact: "contacts:read",
};
/** The scope that an event's name asks for; undefined where no key hears it. */
export function scopeOfEvent(name: string): KeyScope | undefined {
  return heard[/^company-\d+-(\w+)$/.exec(name)?.[1] ?? ""];
}
