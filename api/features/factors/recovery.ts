// Recovery codes: ten that are used up one by one, for who has neither app nor device at hand.
import { storedDigest } from "../../core/secrets/stored-digests.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

const CODES = 10;
/** Nothing that can be mistaken for something else; 32 of them, so that each letter is five bits. */
const LETTERS = "23456789abcdefghijkmnpqrstuvwxyz";
const LENGTH = 10;

const stored = (tx: Tx, userId: number, code: string) => storedDigest("recovery", `${tx.companyId}:${userId}:${code}`);

/** New codes, `k3m9x-2qa7p`, for their person to keep; those before are worth nothing. */
export async function newCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await queries.replaceCodes(tx, userId, await Promise.all(codes.map((code) => stored(tx, userId, bare(code)))));
  return codes;
}
/** Uses up a code however it was typed: case, blanks and dashes say nothing. */
export async function takeCode(tx: Tx, userId: number, typed: string): Promise<boolean> {
  return await queries.takeCode(tx, userId, await stored(tx, userId, bare(typed)));
}

function newCode(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((n) => LETTERS[n % LETTERS.length]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}
const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
