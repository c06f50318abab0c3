// Prints every call into api/ROUTES.md: who may, plan flag, events, audit, errors. A test fails while the file is stale.
//   deno run -A api/commands/routes.ts
import { createChannelHost } from "../channels/host.ts";
import { createApp } from "../app.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { readEnv } from "../core/env.ts";
import { describeRoles, matrix } from "../proofs/security/matrix.ts";

const FILE = new URL("../ROUTES.md", import.meta.url);

/** All calls of the product; nothing is opened. */
async function allCalls(): Promise<Endpoint[]> {
  const env = { ...readEnv({}), SECRET_KEY: "", PUBLIC_URL: "http://localhost" };
  const silent = { notify: () => {}, on: () => Promise.resolve(), stop: () => Promise.resolve() };
  const channels = await createChannelHost({ env, stream: null, listener: silent });
  return createApp({ env, stream: null, channels }).endpoints;
}

/** The whole of ROUTES.md. */
export async function routesPage(): Promise<string> {
  const calls = (await allCalls()).toSorted((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1
  );
  const rows = calls.map((e) => {
    const cells = [
      e.method,
      `\`${e.path}\``,
      describeRoles(matrix.get(`${e.method} ${e.path}`)) + (e.expired ? ", also expired companies" : "") +
      (e.key ? `; key \`${e.key}\`` : ""),
      e.plan ?? "",
      (e.live ?? []).map((event) => `\`${event.name}\``).join(" "),
      e.audit ? "yes" : "",
      (e.errors ?? []).join(" "),
      e.summary,
    ];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const events = [...new Set(calls.flatMap((e) => (e.live ?? []).map((event) => event.name)))].toSorted();
  return [
    "# Calls",
    "",
    "Generated from the contracts and the role matrix by `deno run -A api/commands/routes.ts`; not edited by hand. Paths are below",
    "`/api`. A flag's name stands for a plain user who has that flag, `connection` for a connection's token, `key` for the scope of a company's API key. Besides what is listed every call may answer",
    "`ERR_VALIDATION`, `ERR_BAD_REQUEST`, `ERR_BODY_TOO_LARGE`, `ERR_UNSUPPORTED_MEDIA`, `ERR_INVALID_TOKEN`, `ERR_SESSION_EXPIRED`,",
    "`ERR_NO_PERMISSION`, `ERR_SUBSCRIPTION_EXPIRED`, `ERR_IDEMPOTENCY_MISMATCH`, `ERR_ALREADY_IN_STATE`, `ERR_IN_USE` and",
    "`ERR_TOO_MANY_REQUESTS`.",
    "",
    `${calls.length} calls.`,
    "",
    "| | Path | Who | Plan | Events | Audit | Errors | |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
    "## Events",
    "",
    "Of the stream `/api/events`, as lists declare them; `{id}` is the company's, other braces are of what the event is about.",
    "",
    ...events.map((name) => `- \`${name}\``),
    "",
  ].join("\n");
}

if (import.meta.main) {
  await Deno.writeTextFile(FILE, await routesPage());
  Deno.exit(0);
}
