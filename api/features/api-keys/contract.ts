// Keys by which a company's programs call (docs/product/api-keys.md).
import { z } from "zod";
import { endpoint, IdParam, Instant, Ok, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { keyScopes } from "../../contract/programs/keys.ts";
import { shownOnce } from "../../contract/marks.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { ProgramCall } from "../messages-api/contract.ts";

export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The token's last letters. */
  tail: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Who made it; null where they have left. */
  author: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  usedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyForm = z.object({
  name: text(50).trim().min(2, "too_short"),
  scopes: z.array(z.enum(keyScopes)).min(1, "required").max(keyScopes.length)
    .transform((given) => keyScopes.filter((scope) => given.includes(scope))),
  /** A key without it holds until somebody ends it. */
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
});

export const apiKeyChanged = changes("company-{id}-apiKey", "apiKey", "apiKeyId", ApiKey);
const ofAdmins = { access: "admin", plan: "useExternalApi" } as const;

export const apiKeys = {
  list: endpoint({
    method: "GET",
    path: "/api-keys",
    summary: "The company's API keys, the newest first; ended ones for ninety days.",
    ...ofAdmins,
    live: [apiKeyChanged, nameChanged],
    response: z.array(ApiKey),
  }),
  create: endpoint({
    method: "POST",
    path: "/api-keys",
    summary: "Makes an API key. Its token is answered once and kept by nobody here.",
    ...ofAdmins,
    body: ApiKeyForm,
    // A repeated call is answered without it.
    response: ApiKey.extend({ token: shownOnce(z.string()).optional() }),
    audit: true,
    errors: ["ERR_DUPLICATED_NAME"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api-keys/{id}",
    summary: "Names an API key anew, or changes what it may do and how long it holds.",
    ...ofAdmins,
    params: IdParam("apiKey"),
    body: ApiKeyForm,
    response: ApiKey,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_NAME"],
  }),
  end: endpoint({
    method: "DELETE",
    path: "/api-keys/{id}",
    summary: "Ends an API key: within five seconds it opens nothing any more, and its streams end.",
    ...ofAdmins,
    params: IdParam("apiKey"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  calls: endpoint({
    method: "GET",
    path: "/api-keys/{id}/calls",
    summary: "The last hundred calls of an API key, the newest first.",
    ...ofAdmins,
    params: IdParam("apiKey"),
    response: z.array(ProgramCall),
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
