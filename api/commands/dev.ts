// `npm run dev`: the server restarts when its sources change, the app reloads in place (Vite on the next port, which passes
// calls through to the server).
import process from "node:process";

const children: Deno.ChildProcess[] = [];
const spawn = (args: string[], env: Record<string, string>) => {
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "inherit", stderr: "inherit" })
    .spawn();
  children.push(child);
  return child;
};
const port = Number(process.env.PORT ?? 8080);
spawn([
  "run",
  "-A",
  "--quiet",
  "--watch-exclude=web/**,node_modules/**,data/**",
  "--watch=api,channels,db",
  "api/commands/start.ts",
], { LOG_FORMAT: "pretty" });
spawn([
  "run",
  "-A",
  "--quiet",
  "node_modules/vite/bin/vite.js",
  "--config",
  "web/vite.config.ts",
  "--port",
  String(port + 1),
  "--strictPort",
], { RECADO_API: `http://127.0.0.1:${port}` });
console.log(`The app with live reload: http://localhost:${port + 1}`);

const stop = () => {
  for (const child of children) {
    try {
      child.kill("SIGTERM");
    } catch { /* it has ended already */ }
  }
};
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);
await Promise.all(children.map((child) => child.status));
process.exit(0);
