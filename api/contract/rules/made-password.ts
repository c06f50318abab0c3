// A password that is made for somebody, by the server or in the editor of a person.
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A password to be shown once: 14 characters that cannot be mistaken for each other, about 81 bits. */
export function randomPassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(14));
  return [...numbers].map((n) => LETTERS[n % LETTERS.length]).join("");
}
