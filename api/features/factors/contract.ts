// Second factors of signing in: an app's codes, passkeys, recovery codes (docs/product/session.md#second-factor).
import { z } from "zod";
import { endpoint, IdParam, Instant, Ok, text } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { shownOnce, writeOnly } from "../../contract/marks.ts";

/** What a browser's `navigator.credentials` gives, as JSON: read by the library that checks it. */
export const PasskeyAnswer = z.object({
  id: text(1400),
  rawId: text(1400),
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});
/** What `navigator.credentials` is asked with, as JSON. */
export const PasskeyRequest = z.record(z.string(), z.unknown());

export const Passkey = z.object({ id: z.number(), name: z.string(), createdAt: Instant, usedAt: Instant.nullable() });
export const Factors = z.object({
  /** Whether an app that makes codes is set up. */
  authenticator: z.boolean(),
  passkeys: z.array(Passkey),
  /** Recovery codes that are left. */
  recoveryCodes: z.number(),
  /** Whether the company asks for a second factor of this person. */
  required: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

/** Told to the person whose factors changed, on each of their devices. */
export const factorsChanged = signal("company-{id}-factors", z.object({ action: z.literal("update") }));

const Confirmed = z.object({ password: writeOnly(text(200)) });
/** Shown when the first factor is set up, and when new ones are asked for. */
const RecoveryCodes = z.object({ recoveryCodes: shownOnce(z.array(z.string())) });
const own = { access: "user", beforeFactor: true, expired: true } as const;
const changing = { ...own, audit: true, perMinute: 20 } as const;

export const factors = {
  get: endpoint({
    ...own,
    method: "GET",
    path: "/second-factor",
    summary: "One's own second factors.",
    response: Factors,
    live: [factorsChanged],
  }),
  beginAuthenticator: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/authenticator",
    summary: "A secret for an app that makes codes; it counts once a code from it was confirmed.",
    body: Confirmed,
    response: z.object({ secret: shownOnce(z.string()), uri: shownOnce(z.string()) }),
    errors: ["ERR_WRONG_PASSWORD", "ERR_ALREADY_IN_STATE"],
  }),
  confirmAuthenticator: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/authenticator/confirm",
    summary: "Confirms the app with a code of it. Answers recovery codes where this is the first factor.",
    body: z.object({ code: writeOnly(text(20)) }),
    response: RecoveryCodes,
    errors: ["ERR_WRONG_CODE", "ERR_NO_RECORD_FOUND"],
  }),
  removeAuthenticator: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/authenticator/remove",
    summary: "Takes the app that makes codes away.",
    body: Confirmed,
    response: Ok,
    errors: ["ERR_WRONG_PASSWORD"],
  }),
  beginPasskey: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/passkeys/begin",
    summary: "What a device is asked for a new passkey.",
    body: Confirmed,
    response: z.object({ options: PasskeyRequest }),
    errors: ["ERR_WRONG_PASSWORD"],
  }),
  addPasskey: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/passkeys",
    summary: "Keeps a passkey that a device made. Answers recovery codes where this is the first factor.",
    body: z.object({ name: text(60).trim().min(1, "required"), answer: PasskeyAnswer }),
    response: RecoveryCodes,
    errors: ["ERR_WRONG_PASSKEY"],
  }),
  removePasskey: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/passkeys/{id}/remove",
    summary: "Takes a passkey away.",
    params: IdParam("passkey"),
    body: Confirmed,
    response: Ok,
    errors: ["ERR_WRONG_PASSWORD", "ERR_NO_RECORD_FOUND"],
  }),
  newRecoveryCodes: endpoint({
    ...changing,
    method: "POST",
    path: "/second-factor/recovery-codes",
    summary: "New recovery codes; those before are worth nothing.",
    body: Confirmed,
    response: RecoveryCodes,
    errors: ["ERR_WRONG_PASSWORD", "ERR_NO_RECORD_FOUND"],
  }),
  clear: endpoint({
    method: "DELETE",
    path: "/users/{id}/second-factor",
    summary: "Takes a person's second factors away, for who lost phone and codes; their sessions end.",
    access: "users:manage",
    params: IdParam("user"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_USER_FOUND"],
  }),
};
