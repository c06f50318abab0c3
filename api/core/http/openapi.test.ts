import { expect, test } from "vitest";
import { openApi } from "./openapi.ts";

test("the event stream is in the document, with what it takes and refuses", () => {
  const { paths } = openApi([], "1", "http://localhost") as { paths: Record<string, Record<string, never>> };
  expect(paths["/events"]!.get).toMatchObject({
    parameters: [{ name: "Last-Event-ID" }, { name: "after" }, { name: "limit" }, { name: "lastEventId" }, {
      name: "max",
    }],
    responses: { 200: { content: { "text/event-stream": {} } }, 400: {}, 401: {} },
    security: [{ bearer: [] }, { apiKey: [] }],
  });
});
