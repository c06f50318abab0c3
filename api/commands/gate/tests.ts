// A project of vitest.config.ts as a part of the gate.
import type { Part, Tally } from "./steps.ts";
import { run } from "./steps.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
/** What failed, one text for each test: a long run is read from its end. */
export const failures: string[] = [];

/** Runs a project's tests with these variables of the environment; a suite that could not even load counts as a failure. */
export const tests = (project: string, env: () => Record<string, string>): Part => ({
  name: project,
  work: async () => {
    const file = await Deno.makeTempFile({ suffix: ".json" });
    const { ok, said } = await run([
      "run",
      "-A",
      "--quiet",
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      project,
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ], env());
    const text = await Deno.readTextFile(file);
    await Deno.remove(file);
    return { tally: text ? read(JSON.parse(text), ok) : { passed: 0, failed: 1, skipped: 0 }, said };
  },
});

function read(report: Report, ok: boolean): Tally {
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
