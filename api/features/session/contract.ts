// Signing in and out, sign-up, the running version (docs/product/session.md).
import { z } from "zod";
import { endpoint, Instant, naming, Ok, text } from "../../contract/endpoint.ts";
import { writeOnly } from "../../contract/marks.ts";
import { planFlags } from "../../contract/plans.ts";
import { Looking } from "../../contract/support.ts";
import { PasskeyAnswer, PasskeyRequest } from "../factors/contract.ts";
import { Password, SignUpForm } from "../../contract/rules/user-form.ts";
import { Preferences, User } from "../users/contract.ts";

/** The signed-in person with their company, as the app keeps it. */
export const Me = User.extend({
  company: z.object({
    id: z.number(),
    name: z.string(),
    dueDate: Instant.nullable(),
    timezone: z.string(),
    /** What the bot's own words are said in: the setting `botLanguage`. */
    language: z.string(),
    expired: z.boolean(),
    companieSettings: z.array(z.object({ key: z.string(), value: z.string() })),
    plan: z.object(
      Object.fromEntries(planFlags.map((f) => [f, z.boolean()])) as Record<typeof planFlags[number], z.ZodBoolean>,
    ),
  }),
  sessionId: z.string(),
  /** The company asks for a second factor that this person has yet to set up; until then nothing else is open to them. */
  factorDue: z.boolean(),
  /** Their password was made for them; until they choose one nothing else is open to them. */
  passwordDue: z.boolean(),
  preferences: Preferences,
  /** Announcements that this person has yet to see, the most important first. */
  announcements: z.array(z.number()),
  /** How many help videos there are. */
  helps: z.number(),
  /** Support looks into the company now: told to its admins, and to who looks. */
  support: Looking.nullable(),
});
export type Me = z.infer<typeof Me>;
/** A browser that is signed in. */
const Session = z.object({
  id: z.string(),
  device: z.enum(["phone", "desk"]),
  /** What the browser is called where it rings; empty where it does not. */
  name: z.string(),
  createdAt: Instant,
  seenAt: Instant,
  /** The one that asks. */
  current: z.boolean(),
});
const refusedAtTheDoor = [
  "ERR_PASSWORD_OVER",
  "ERR_INVALID_CREDENTIALS",
  "ERR_OUT_OF_HOURS",
  "ERR_COMPANY_INACTIVE",
  "ERR_TOO_MANY_REQUESTS",
] as const;
const SignedIn = z.object({ token: z.string(), user: Me });

const Version = z.object({ version: z.string() });

export const session = {
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    summary: "Signs in; the refresh token is set as a cookie.",
    access: "public",
    body: z.object({
      email: text(200),
      password: writeOnly(text(200)),
      /** The second factor, where the account has one: a code of the app, or a recovery code. */
      code: writeOnly(text(40)).optional(),
    }),
    response: SignedIn,
    errors: [...refusedAtTheDoor, "ERR_SECOND_FACTOR", "ERR_WRONG_CODE"],
  }),
  beginPasskeyLogin: endpoint({
    method: "POST",
    path: "/auth/passkey/begin",
    summary: "What a device is asked to sign in with a passkey.",
    access: "public",
    response: z.object({ options: PasskeyRequest }),
    errors: ["ERR_TOO_MANY_REQUESTS"],
  }),
  passkeyLogin: endpoint({
    method: "POST",
    path: "/auth/passkey",
    summary: "Signs in with a passkey, without a password; the refresh token is set as a cookie.",
    access: "public",
    body: z.object({ answer: PasskeyAnswer }),
    response: SignedIn,
    errors: [...refusedAtTheDoor, "ERR_WRONG_PASSKEY"],
  }),
  refresh: endpoint({
    method: "POST",
    path: "/auth/refresh_token",
    summary: "A new access token for the cookie's refresh token, which is replaced.",
    access: "public",
    response: SignedIn,
    errors: ["ERR_INVALID_TOKEN", "ERR_CROSS_SITE", "ERR_COMPANY_INACTIVE"],
  }),
  logout: endpoint({
    method: "DELETE",
    path: "/auth/logout",
    summary: "Ends this session.",
    access: "public",
    response: Ok,
    errors: ["ERR_CROSS_SITE"],
  }),
  me: endpoint({
    method: "GET",
    path: "/auth/me",
    summary: "The signed-in person.",
    access: "user",
    expired: true,
    beforeFactor: true,
    response: Me,
  }),
  sessions: endpoint({
    method: "GET",
    path: "/auth/sessions",
    summary: "The sessions of this person that go on, the last used first.",
    access: "user",
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/auth/sessions/{id}",
    summary: "Ends one of one's own sessions; its screens are told.",
    access: "user",
    params: z.object({ id: naming("session", z.uuid()) }),
    body: z.object({ password: writeOnly(text(200)) }),
    response: Ok,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_WRONG_PASSWORD"],
  }),
  choosePassword: endpoint({
    method: "POST",
    path: "/auth/password",
    summary: "Chooses one's own password in place of the one that was made for one.",
    access: "user",
    beforeFactor: true,
    expired: true,
    audit: true,
    perMinute: 20,
    body: z.object({ password: Password }),
    response: Ok,
    errors: ["ERR_WEAK_PASSWORD", "ERR_ALREADY_IN_STATE"],
  }),
  signUp: endpoint({
    method: "POST",
    path: "/auth/signup",
    summary: "Makes a company with a 7-day trial and its first admin.",
    access: "public",
    body: SignUpForm,
    response: z.object({ id: z.number(), companyId: z.number() }),
    errors: [
      "ERR_USER_CREATION_DISABLED",
      "ERR_DUPLICATED_EMAIL",
      "ERR_DUPLICATED_NAME",
      "ERR_NO_PLAN_FOUND",
      "ERR_WEAK_PASSWORD",
      "ERR_TOO_MANY_REQUESTS",
    ],
  }),
  version: endpoint({
    method: "GET",
    path: "/version",
    summary: "The version that is running, the one stored, and which apps are served (`x-recado-app`).",
    access: "public",
    response: Version.extend({
      running: z.string(),
      /** The contract of the app that this server comes with, and the lowest it still serves. */
      contract: z.number(),
      oldest: z.number(),
    }),
  }),
  storeVersion: endpoint({
    method: "POST",
    path: "/version",
    summary: "Stores the version that browsers compare with.",
    access: "super",
    body: z.object({ version: text(40) }),
    response: Version,
    audit: true,
  }),
  presence: endpoint({
    method: "POST",
    path: "/userStatus",
    summary:
      "Says that this person is at work (every five minutes); with `active`, whether this device's app is in front of them.",
    access: "user",
    body: z.object({ active: z.boolean().optional() }),
    response: Ok,
  }),
};
