import { expect, test } from "vitest";
import { routesPage } from "./routes.ts";

test("ROUTES.md says what the contracts say (renew it: deno run -A api/commands/routes.ts)", async () => {
  expect(await Deno.readTextFile("api/ROUTES.md")).toBe(await routesPage());
});
