// The whole API, printed from the same contracts that validate it: OpenAPI 3.1, and a page to read without any script.
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { ErrorBody, errors } from "../../contract/errors.ts";
import { MAX_FORM_BYTES } from "../../contract/limits.ts";

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
  operationId: "getEvents",
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "The id of the last event that was heard: what was missed comes first, or one `reset`.",
      schema: { type: "string", pattern: "^[0-9a-f]{8}x?\\.\\d{1,15}$" },
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
    200: { description: "The stream.", content: { "text/event-stream": { schema: { type: "string" } } } },
    ...Object.fromEntries(
      [...Map.groupBy(
        ["ERR_VALIDATION", "ERR_BAD_CURSOR", "ERR_INVALID_TOKEN", "ERR_SUBSCRIPTION_EXPIRED"] as const,
        (code) => errors[code],
      )].map(([status, list]) => [status, { description: list.join(", ") }]),
    ),
  },
  security: [{ bearer: [] }],
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
  const codes = Map.groupBy(["ERR_VALIDATION" as const, ...(e.errors ?? [])], (code) => errors[code]);
  const refusals = Object.fromEntries(
    [...codes].map((
      [status, list],
    ) => [status, { description: list.join(", "), content: json(schemaOf(ErrorBody, "output")) }]),
  );
  return {
    summary: e.summary,
    operationId: `${e.method.toLowerCase()}${e.path.replace(/[^a-zA-Z]+(\w)?/g, (_, c) => (c ?? "").toUpperCase())}`,
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
const json = (schema: Json) => ({ "application/json": { schema } });

/** The same as a page: one block for each call. */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const escape = (text: string) =>
    text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
  const block = (title: string, schema: Json) =>
    `<details><summary>${title}</summary><pre>${escape(JSON.stringify(schema, null, 1))}</pre></details>`;
  const call = (e: Endpoint) =>
    `<section><h2><code>${e.method} /api${escape(e.path)}</code></h2><p>${escape(e.summary)} <small>${
      [e.access, e.expired && "also expired companies", e.plan].filter(Boolean).join(", ")
    }</small></p>` +
    (e.query ? block("Query", schemaOf(e.query, "input")) : "") +
    (e.body ? block(e.upload ? `Body (form, files in ${e.upload})` : "Body", schemaOf(e.body, "input")) : "") +
    (e.bytes ? `<p>Body: bytes, at most ${e.bytes}</p>` : "") +
    (e.file ? `<p>Answers a file: ${escape(e.file)}</p>` : block("Answer", schemaOf(e.response, "output"))) +
    (e.errors?.length ? `<p>Errors: ${e.errors.join(", ")}</p>` : "") + "</section>";
  const sorted = [...endpoints].sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Recado API</title></head><body><h1>Recado API</h1><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a></p>${
    sorted.map(call).join("")
  }</body></html>`;
}
