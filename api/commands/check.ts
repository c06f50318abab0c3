// `npm run check`: format, lint, types, dead code.
import process from "node:process";
import { add, closingLine, nothing, step, type Tally } from "./gate/steps.ts";

export async function check(): Promise<Tally> {
  const steps: [string, string[]][] = [
    ["format", ["fmt", "--check", "--quiet"]],
    ["lint", ["lint", "--quiet"]],
    ["types", ["check", "--quiet", "api", "channels", "db", "web", "vitest.config.ts"]],
    ["dead code", ["run", "-A", "--quiet", "node_modules/knip/bin/knip.js", "--no-progress"]],
  ];
  let tally = nothing();
  for (const [name, args] of steps) tally = add(tally, await step(name, args));
  return tally;
}

if (import.meta.main) {
  const tally = await check();
  console.log(closingLine(tally));
  process.exit(tally.failed ? 1 : 0);
}
