// `npm run dev`: the server restarts when its sources change, the app reloads in place (Vite on the next port, which passes
// calls through to the server). The server is stopped properly each time, so that it finds its port and database free.
import process from "node:process";

const port = Number(process.env.PORT ?? 8080);
const SETTLE_MS = 200;

function spawn(args: string[], env: Record<string, string>): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", ...args],
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
let server = spawn(["api/commands/start.ts"], { LOG_FORMAT: "pretty" });
console.log(`The app with live reload: http://localhost:${port + 1}`);

let ending = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, async () => {
    if (ending) return;
    ending = true;
    await Promise.all([stop(server), stop(vite)]);
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
      server = spawn(["api/commands/start.ts"], { LOG_FORMAT: "pretty" });
    });
  }, SETTLE_MS);
}
