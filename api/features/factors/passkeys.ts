// Passkeys (WebAuthn): a device signs what we ask, after its person unlocked it. So one is two factors in itself.
import { Buffer } from "node:buffer";
import type { z } from "zod";
import { digest } from "../../core/secrets/seal.ts";
import { asPlatform, type Tx } from "../../../db/tenant.ts";
import type { PasskeyAnswer, PasskeyRequest } from "./contract.ts";
import * as queries from "./queries.ts";

/** Loaded with a process's first passkey: it is an eighth of a start. */
const library = () => import("@simplewebauthn/server");

type Answer = z.output<typeof PasskeyAnswer>;
type Request = z.output<typeof PasskeyRequest>;
/** Where people open the app: a passkey is made for one host and answers no other. */
export interface Site {
  PUBLIC_URL: string;
}

const ANSWER_WITHIN_S = 300;
const site = ({ PUBLIC_URL }: Site) => {
  const { origin, hostname } = new URL(PUBLIC_URL);
  return { expectedOrigin: origin, expectedRPID: hostname };
};
/** Who a passkey says it is of: we gave it that when it was made. */
const handle = (companyId: number, userId: number) => `${companyId}:${userId}`;
const HANDLE = /^([1-9]\d{0,14}):([1-9]\d{0,14})$/;

/** What a challenge is for, so that one for signing in makes no passkey. */
const signIn = "sign-in";
const making = (tx: Tx, userId: number) => `make:${tx.companyId}:${userId}`;
const stored = (purpose: string, challenge: string) => digest("passkey", `${purpose}:${challenge}`);
const keep = (purpose: string, challenge: string) =>
  asPlatform((tx) => queries.keepChallenge(tx, stored(purpose, challenge), ANSWER_WITHIN_S));
/** Each challenge is answered once, rightly or not. */
const expecting = (purpose: string) => (challenge: string) =>
  asPlatform((tx) => queries.takeChallenge(tx, stored(purpose, challenge)));

/** What a device is asked for a new passkey of this person. */
export async function askForNew(
  tx: Tx,
  person: { id: number; email: string; name: string },
  at: Site,
  appName: string,
): Promise<Request> {
  const { generateRegistrationOptions } = await library();
  const known = await queries.passkeys(tx, person.id);
  const options = await generateRegistrationOptions({
    rpName: appName,
    rpID: site(at).expectedRPID,
    userID: new TextEncoder().encode(handle(tx.companyId, person.id)),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: known.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keep(making(tx, person.id), options.challenge);
  return options as unknown as Request;
}

/** Keeps the passkey of an answer; false where the answer is not to our question, or the passkey is known. */
export async function takeNew(tx: Tx, userId: number, at: Site, name: string, answer: Answer): Promise<boolean> {
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: expecting(making(tx, userId)),
    ...site(at),
  }).catch(() => null);
  if (!checked?.verified) return false;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return await queries.insertPasskey(tx, { userId, credential: id, publicKey, counter, transports, name });
}

/** What a device is asked to sign in with one of its passkeys: it offers those it has for this site. */
export async function askForOne(at: Site): Promise<Request> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site(at).expectedRPID,
    userVerification: "required",
  });
  await keep(signIn, options.challenge);
  return options as unknown as Request;
}

/** Whom an answer says it is of; nothing of that is proved yet. */
export function ownerOf(answer: Answer): { companyId: number; userId: number } | null {
  const { userHandle } = answer.response;
  if (typeof userHandle !== "string" || userHandle.length > 100) return null;
  const found = HANDLE.exec(Buffer.from(userHandle, "base64url").toString());
  return found && { companyId: Number(found[1]), userId: Number(found[2]) };
}

/** Whether a passkey of this person gave this answer to our question. */
export async function takeOne(tx: Tx, userId: number, at: Site, answer: Answer): Promise<boolean> {
  const key = await queries.passkeyOf(tx, answer.id);
  if (key?.userId !== userId) return false;
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    response: answer as unknown as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: expecting(signIn),
    ...site(at),
    credential: { id: key.credential, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
  }).catch(() => null);
  if (!checked?.verified) return false;
  await queries.usePasskey(tx, key.id, checked.authenticationInfo.newCounter);
  return true;
}
