// `npm test`: the gate. Checks, unit and integration tests, proofs at their small size, browser scripts; one closing line.
import process from "node:process";
import { buildWeb } from "./build.ts";
import { check } from "./check.ts";
import { add, closingLine, run, type Tally } from "./steps.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}

/** One vitest run; a suite that could not even load counts as a failure. */
async function vitest(project: string): Promise<Tally> {
  const file = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.remove(file);
  const ok = await run([
    "run",
    "-A",
    "--quiet",
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    project,
    "--reporter=dot",
    "--reporter=json",
    "--reporter=./api/commands/second-tries.ts",
    `--outputFile.json=${file}`,
  ]);
  const text = await Deno.readTextFile(file).catch(() => null);
  await Deno.remove(file).catch(() => {});
  if (!text) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(text) as Report;
  const failed = Math.max(report.numFailedTests, ok ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

let tally = await check();
await buildWeb();
for (const project of ["unit", "proofs", "waits", "browser", "screens"]) {
  console.log(`\n${project}`);
  tally = add(tally, await vitest(project));
}
console.log(closingLine(tally));
process.exit(tally.failed ? 1 : 0);
