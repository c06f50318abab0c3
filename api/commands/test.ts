// `npm test`: the gate. Checks, unit and integration tests, proofs at their small size, browser scripts; one closing line.
import process from "node:process";
import { buildWeb } from "./build.ts";
import { check } from "./check.ts";
import { add, closingLine, run, type Tally } from "./gate/steps.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}
/** What failed, told once more at the end: a long run is read from there. */
const failures: string[] = [];

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
    "--reporter=./api/commands/gate/second-tries.ts",
    `--outputFile.json=${file}`,
  ]);
  const text = await Deno.readTextFile(file).catch(() => null);
  await Deno.remove(file).catch(() => {});
  if (!text) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(text) as Report;
  for (const { name, assertionResults } of report.testResults) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === "failed") {
        failures.push(`failed: ${name} > ${fullName}\n${failureMessages.join("\n").slice(0, 1500)}`);
      }
    }
  }
  const failed = Math.max(report.numFailedTests, ok ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

let tally = await check();
await buildWeb();
for (const project of ["unit", "proofs", "waits", "browser", "screens"]) {
  console.log(`\n${project}`);
  tally = add(tally, await vitest(project));
}
for (const failure of failures) console.log(`\n${failure}`);
console.log(closingLine(tally));
process.exit(tally.failed ? 1 : 0);
