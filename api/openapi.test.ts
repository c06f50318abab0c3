// The document of the whole product, held against the public schema of OpenAPI 3.1.
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { testApp } from "./core/testing/api.ts";

const { api } = await testApp();
const answer = await api.http.fetch(new Request("http://localhost/api/openapi.json"));
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  responses: Record<
    string,
    { description: string; content?: Record<string, { example?: unknown; examples?: object }> }
  >;
  requestBody?: { content: Record<string, { example?: unknown }> };
}
const document = await answer.json() as { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] };
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test("a public validator finds nothing wrong with the OpenAPI document", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect([valid, errors]).toEqual([true, undefined]);
});

test("every call is in it once, with a sentence, its errors in sentences, and examples", () => {
  expect(operations).toHaveLength(api.endpoints.length + 1);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const names = document.tags.map(({ name }) => name);
  for (const { summary, tags, responses, requestBody, operationId } of operations) {
    expect(summary.length, operationId).toBeGreaterThan(5);
    expect(names).toContain(tags[0]);
    expect(Object.keys(responses).length, operationId).toBeGreaterThan(1);
    for (const [status, { content }] of Object.entries(responses)) {
      const shown = content?.["application/json"];
      if (shown && operationId !== "get_events") {
        expect(shown, `${operationId} ${status}`).toSatisfy((one: object) => "example" in one || "examples" in one);
      }
    }
    const body = requestBody?.content["application/json"];
    if (body) expect(body, operationId).toHaveProperty("example");
  }
});

test("the page and what it loads come from here, under a policy that lets nothing else in", async () => {
  for (
    const [path, type] of [["/api/docs", "text/html"], ["/api/docs/swagger-ui-bundle.js", "text/javascript"], [
      "/api/docs/swagger-ui.css",
      "text/css",
    ], ["/api/docs/start.js", "text/javascript"]]
  ) {
    const got = await api.http.fetch(new Request(`http://localhost${path}`));
    expect([got.status, got.headers.get("content-type")], path).toEqual([200, expect.stringContaining(type!)]);
    if (path === "/api/docs") expect(await got.text()).not.toMatch(/https?:\/\//);
    else expect((await got.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});
