// SQL of second factors.
import type { PlatformTx, Tx } from "../../../db/tenant.ts";

export interface Authenticator {
  sealed: Uint8Array;
  confirmed: boolean;
  lastStep: number;
}
export async function authenticator(tx: Tx, userId: number): Promise<Authenticator | undefined> {
  const [row] = await tx<Authenticator[]>`
    select sealed, confirmed_at is not null as confirmed, last_step as "lastStep" from app.authenticators
    where company_id = ${tx.companyId} and user_id = ${userId}`;
  return row;
}
/** Puts a secret that is yet to be confirmed; false where a confirmed one stands. */
export async function putSecret(tx: Tx, userId: number, sealed: Uint8Array): Promise<boolean> {
  const done = await tx`
    insert into app.authenticators as a (company_id, user_id, sealed) values (${tx.companyId}, ${userId}, ${sealed})
    on conflict (company_id, user_id) do update set sealed = excluded.sealed, last_step = 0 where a.confirmed_at is null`;
  return done.count === 1;
}
/** Notes the half minute of a code that was right, and that the app works. */
export function takeStep(tx: Tx, userId: number, step: number): Promise<unknown> {
  return tx`
    update app.authenticators set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where company_id = ${tx.companyId} and user_id = ${userId}`;
}
export function removeAuthenticator(tx: Tx, userId: number): Promise<unknown> {
  return tx`delete from app.authenticators where company_id = ${tx.companyId} and user_id = ${userId}`;
}

export interface PasskeyRow {
  id: number;
  userId: number;
  credential: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}
export function passkeys(tx: Tx, userId: number): Promise<PasskeyRow[]> {
  return tx<PasskeyRow[]>`
    select id, user_id as "userId", credential, public_key as "publicKey", counter, transports, name, created_at as "createdAt",
      used_at as "usedAt"
    from app.passkeys where company_id = ${tx.companyId} and user_id = ${userId} order by id`;
}
export async function passkeyOf(tx: Tx, credential: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx<PasskeyRow[]>`
    select id, user_id as "userId", credential, public_key as "publicKey", counter, transports, name, created_at as "createdAt",
      used_at as "usedAt"
    from app.passkeys where company_id = ${tx.companyId} and credential = ${credential} for no key update`;
  return row;
}
/** Keeps a passkey; false where it is known already. */
export async function insertPasskey(
  tx: Tx,
  key: Pick<PasskeyRow, "userId" | "credential" | "publicKey" | "counter" | "transports" | "name">,
): Promise<boolean> {
  const done = await tx`
    insert into app.passkeys (company_id, user_id, credential, public_key, counter, transports, name)
    values (${tx.companyId}, ${key.userId}, ${key.credential}, ${key.publicKey}, ${key.counter}, ${key.transports}, ${key.name})
    on conflict (company_id, credential) do nothing`;
  return done.count === 1;
}
export function usePasskey(tx: Tx, id: number, counter: number): Promise<unknown> {
  return tx`
    update app.passkeys set counter = ${counter}, used_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}
export function removePasskey(tx: Tx, userId: number, id: number): Promise<unknown> {
  return tx`delete from app.passkeys where company_id = ${tx.companyId} and user_id = ${userId} and id = ${id}`;
}
export function removePasskeys(tx: Tx, userId: number): Promise<unknown> {
  return tx`delete from app.passkeys where company_id = ${tx.companyId} and user_id = ${userId}`;
}

/** Whether somebody has a factor that counts. */
export async function hasFactor(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx<{ has: boolean }[]>`
    select exists (select 1 from app.authenticators a
        where a.company_id = ${tx.companyId} and a.user_id = ${userId} and a.confirmed_at is not null)
      or exists (select 1 from app.passkeys k where k.company_id = ${tx.companyId} and k.user_id = ${userId}) as has`;
  return row!.has;
}
/** One change of a person's factors after the other. */
export function lockPerson(tx: Tx, userId: number): Promise<unknown> {
  return tx`select 1 from app.users where company_id = ${tx.companyId} and id = ${userId} for no key update`;
}

export async function codesLeft(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from app.recovery_codes where company_id = ${tx.companyId} and user_id = ${userId}`;
  return row!.n;
}
export async function replaceCodes(tx: Tx, userId: number, digests: readonly string[]): Promise<void> {
  await tx`delete from app.recovery_codes where company_id = ${tx.companyId} and user_id = ${userId}`;
  await tx`
    insert into app.recovery_codes (company_id, user_id, digest)
    select ${tx.companyId}, ${userId}, d from unnest(${digests as string[]}::text[]) d`;
}
/** Uses a code up; false when there is none. */
export async function takeCode(tx: Tx, userId: number, digest: string): Promise<boolean> {
  const done = await tx`
    delete from app.recovery_codes where company_id = ${tx.companyId} and user_id = ${userId} and digest = ${digest}`;
  return done.count === 1;
}

export function keepChallenge(tx: PlatformTx, digest: string, seconds: number): Promise<unknown> {
  return tx`
    insert into app.passkey_challenges (digest, expires_at) values (${digest}, now() + make_interval(secs => ${seconds}))`;
}
/** Uses a challenge up; false where it was never asked, was answered already or is too old. */
export async function takeChallenge(tx: PlatformTx, digest: string): Promise<boolean> {
  const done = await tx`delete from app.passkey_challenges where digest = ${digest} and expires_at > now()`;
  return done.count === 1;
}
