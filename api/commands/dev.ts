// `npm run dev`: the server restarts when its sources change, the app reloads in place (Vite on the next port, which passes
// calls through to the server). The server is stopped properly each time, so that it finds its port and database free.
// `npm run dev -- --simulate` adds a stand-in for WhatsApp's server and a page on which a developer plays the phone.
import process from "node:process";
import { permissions } from "./start/permissions.mjs";
import { type Standin, startStandin } from "./dev-standin.ts";

const port = Number(process.env.PORT ?? 8080);
const SETTLE_MS = 200;

function spawn(args: string[], env: Record<string, string>, rights = ["-A"]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...rights, ...args],
    env,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
}
async function stop(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGTERM");
  } catch { /* it has ended already */ }
  await child.status;
}

const vite = spawn([
  "node_modules/vite/bin/vite.js",
  "--config",
  "web/vite.config.ts",
  "--port",
  String(port + 1),
  "--strictPort",
], {
  RECADO_API: `http://127.0.0.1:${port}`,
});
const standin: Standin | null = Deno.args.includes("--simulate") ? await startStandin(port + 2) : null;
/** The server as `npm start` starts it. One that cannot be prepared says why; the next change tries again. */
async function startServer(): Promise<Deno.ChildProcess> {
  await spawn(["api/commands/start/prepare.ts"], {}).status;
  const rights = permissions(Deno.env.toObject(), Deno.execPath());
  return spawn(["api/commands/start.ts"], { LOG_FORMAT: "pretty", ...standin?.env }, rights);
}
let server = await startServer();
if (standin) console.log(`A phone to play with: ${standin.page}`);
console.log(`The app with live reload: http://localhost:${port + 1}`);

let ending = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, async () => {
    if (ending) return;
    ending = true;
    await Promise.all([stop(server), stop(vite), standin?.stop()]);
    process.exit(0);
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let restarting = Promise.resolve();
for await (const change of Deno.watchFs(["api", "channels", "db"])) {
  if (
    change.kind === "access" ||
    !change.paths.some((path) => /\.(ts|sql|json)$/.test(path) && !/\.(test|proof)\.ts$/.test(path))
  ) continue;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(async () => {
      if (ending) return;
      await stop(server);
      server = await startServer();
    });
  }, SETTLE_MS);
}
