// The whole API, printed from the same contracts that validate it: OpenAPI 3.1.
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { happeningTypes } from "../../contract/programs/happenings.ts";
import { ErrorBody, type ErrorCode, errors } from "../../contract/errors.ts";
import { MAX_FORM_BYTES } from "../../contract/limits.ts";
import { sentences } from "../../contract/words/sentences.ts";
import { exampleOf } from "./example.ts";

type Json = Record<string, unknown>;
/** Schemas that have a name, since they hold themselves, stand once for all calls. */
const named: Json = {};
const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const made = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
  const { $schema: _, $defs, ...rest } = JSON.parse(made.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  Object.assign(named, $defs);
  return rest;
};

/** The OpenAPI document of these calls. */
export function openApi(endpoints: readonly Endpoint[], version: string, server: string): Json {
  const paths: Record<string, Json> = {};
  const tags = [...new Set(endpoints.map(tagOf))].toSorted();
  for (const e of endpoints) paths[e.path] = { ...paths[e.path], [e.method.toLowerCase()]: operation(e) };
  paths["/events"] = { get: events };
  return {
    openapi: "3.1.0",
    info: {
      title: "Recado",
      version,
      description:
        "Errors are {error: code}; validation answers 400 with details. Every write takes an Idempotency-Key.",
    },
    servers: [{ url: `${server}/api` }],
    tags: [{ name: "events" }, ...tags.filter((name) => name !== "events").map((name) => ({ name }))],
    paths,
    components: {
      schemas: named,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A person's access token." },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "A key of the company, with the scope that `x-scope` names.",
        },
        connection: { type: "http", scheme: "bearer", description: "A connection's token, for programs." },
      },
    },
  };
}

/** The stream answers no JSON, so no contract declares it; its events are those that the calls name (`x-live`). */
const events: Json = {
  summary: "Server-Sent Events of what one may see, from now on or from where an earlier stream ended.",
  operationId: "get_events",
  tags: ["events"],
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "The id of the last event that was heard: what was missed comes first, or one `reset`.",
      schema: { type: "string", pattern: "^[0-9a-f]{8}x?\\.\\d{1,15}$" },
    },
    {
      name: "after",
      in: "query",
      required: false,
      description: "For API keys: a page of JSON with what came after this event's id, or 0 for all that is kept.",
      schema: { type: "string", pattern: "^([0-9a-f]{8}\\.)?\\d{1,15}$" },
    },
    {
      name: "limit",
      in: "query",
      required: false,
      description: "Events of a page.",
      schema: { type: "integer", minimum: 1, maximum: 500, default: 100 },
    },
    { name: "lastEventId", in: "query", required: false, description: "The same.", schema: { type: "string" } },
    {
      name: "max",
      in: "query",
      required: false,
      description: "With more missed events than this, a `reset` instead of them.",
      schema: { type: "integer", minimum: 0, maximum: 999_999 },
    },
  ],
  responses: {
    200: {
      description: "The stream; for an API key with `after` a page of JSON.",
      content: {
        "text/event-stream": { schema: { type: "string" } },
        "application/json": {
          schema: {
            type: "object",
            required: ["events", "next", "hasMore"],
            properties: {
              events: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    id: { type: "string" },
                    position: { type: "integer" },
                    at: { type: "string", format: "date-time" },
                    type: { type: "string", enum: [...happeningTypes] },
                    data: { type: "object" },
                  },
                },
              },
              next: { type: "string" },
              hasMore: { type: "boolean" },
            },
          },
        },
      },
    },
    ...Object.fromEntries(
      [...Map.groupBy(
        ["ERR_VALIDATION", "ERR_BAD_CURSOR", "ERR_INVALID_TOKEN", "ERR_SUBSCRIPTION_EXPIRED"] as const,
        (code) => errors[code],
      )].map(([status, list]) => [status, { description: list.join(", ") }]),
    ),
  },
  security: [{ bearer: [] }, { apiKey: [] }],
  "x-access": "user",
  "x-expired": true,
};

function operation(e: Endpoint): Json {
  const parameters = [...fields(e.params, "path"), ...fields(e.query, "query")];
  if (e.method !== "GET") {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      schema: { type: "string", maxLength: 100 },
    });
  }
  const codes = Map.groupBy(refusalsOf(e), (code) => errors[code]);
  const refusals = Object.fromEntries([...codes].map(([status, list]) => [status, refusal(list)]));
  return {
    summary: e.summary,
    tags: [tagOf(e)],
    operationId: operationIdOf(e),
    parameters,
    ...(e.body || e.upload || e.bytes ? { requestBody: { content: requestContent(e) } } : {}),
    responses: {
      [e.status ?? 200]: { description: "Done.", content: answerContent(e) },
      ...refusals,
    },
    security: e.access === "public"
      ? []
      : [{ [e.access === "connection" ? "connection" : "bearer"]: [] }, ...(e.key ? [{ apiKey: [] }] : [])],
    "x-access": e.access,
    ...(e.upload ? { "x-upload-bytes": e.uploadBytes ?? MAX_FORM_BYTES } : {}),
    ...(e.expired ? { "x-expired": true } : {}),
    ...(e.plan ? { "x-plan": e.plan } : {}),
    ...(e.key ? { "x-scope": e.key } : {}),
    ...(e.live ? { "x-live": e.live.map((event) => event.name) } : {}),
  };
}

/** What generated clients call it: `get_tickets_u_by_uuid` is `GET /tickets/u/{uuid}`. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() + path.replace(/\{(\w+)\}/g, "by_$1").replace(/\W+/g, "_");

/** The room of the API that a call is in: the first word of its path. */
const tagOf = ({ path }: Endpoint): string => path.split("/")[1]!;

/** What a call can be refused with: its own codes, and those of the walls before it. */
function refusalsOf(e: Endpoint): ErrorCode[] {
  const walls: ErrorCode[] = e.access === "public"
    ? []
    : ["ERR_INVALID_TOKEN", "ERR_NO_PERMISSION", ...(e.expired ? [] : ["ERR_SUBSCRIPTION_EXPIRED" as const])];
  const writes: ErrorCode[] = e.method === "GET" ? [] : ["ERR_IDEMPOTENCY_MISMATCH", "ERR_BODY_TOO_LARGE"];
  const all: ErrorCode[] = [
    "ERR_VALIDATION",
    ...walls,
    ...writes,
    "ERR_TOO_MANY_REQUESTS",
    "ERR_INTERNAL",
    ...e.errors ?? [],
  ];
  return [...new Set(all)];
}
function refusal(list: readonly ErrorCode[]): Json {
  const examples = list.map((code) => [code, { value: { error: code, message: said(code) } }]);
  const content = { schema: schemaOf(ErrorBody, "output"), examples: Object.fromEntries(examples) };
  return {
    description: list.map((code) => `${code}: ${said(code)}`).join("\n\n"),
    content: { "application/json": content },
  };
}
const said = (code: ErrorCode): string => sentences[code];

function answerContent(e: Endpoint): Json {
  return e.file ? { [e.file]: { schema: { type: "string", format: "binary" } } } : json(schemaOf(e.response, "output"));
}
function requestContent(e: Endpoint): Json {
  if (e.bytes) return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  const body = e.body ? schemaOf(e.body, "input") : { type: "object", properties: {} };
  const form = {
    ...body,
    properties: {
      ...(body.properties as Json),
      ...(e.upload ? { [e.upload]: { type: "array", items: { type: "string", format: "binary" } } } : {}),
    },
  };
  return { ...(e.body ? json(body) : {}), ...(e.upload ? { "multipart/form-data": { schema: form } } : {}) };
}
function fields(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || (json.required ?? []).includes(name),
    schema: field,
  }));
}
const json = (schema: Json) => ({ "application/json": { schema, example: exampleOf(schema, named) } });
