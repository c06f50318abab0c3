// What the calls that take in many contacts share: a file's row, what became of it, and how a phone is asked.
import { z } from "zod";
import { Id, text } from "../endpoint.ts";

/** A row of a file, as it was written there: what is wrong with it is an outcome, not a refusal. */
export const ImportRow = z.object({ name: text(1000), number: text(1000), email: text(1000), tags: text(1000) });
export const Imported = z.object({
  outcome: z.enum(["created", "updated", "ignored"]),
  /** Why a row was ignored, or what of it could not be taken over. */
  why: z.enum(["name", "number", "email", "exists", "nobody"]).nullable(),
  contactId: z.number().nullable(),
});
export type Imported = z.infer<typeof Imported>;

/** The two calls that ask a phone. */
export const fromPhone = {
  access: "user",
  transaction: false,
  /** None: the default connection. */
  body: z.object({ whatsappId: Id("connection").optional() }),
  response: z.object({ created: z.number(), ignored: z.number() }),
  errors: [
    "ERR_NO_WAPP_FOUND",
    "ERR_NOT_SUPPORTED_BY_CHANNEL",
    "ERR_WAPP_NOT_INITIALIZED",
    "ERR_PROVIDER_UNREACHABLE",
  ],
} as const;
