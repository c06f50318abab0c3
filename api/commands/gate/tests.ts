// A project of vitest.config.ts as a part of the gate.
import { relative } from "node:path";
import type { Part, Tally } from "./steps.ts";
import { run } from "./steps.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
/** What failed, one text for each test: a long run is read from its end. */
export const failures: string[] = [];

/** Of one failure: its message, its place and what some windows showed. */
const MOST_LETTERS = 4_000;

/** How long each file of tests took, worlds and browsers included. */
const files: { name: string; seconds: number }[] = [];
const SLOWEST = 12;

/** The files that a faster gate would begin with. */
export function slowest(): string {
  const rows = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return `Slowest: ${rows.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)}`).join(", ")}.`;
}

/** Runs a project's tests with these variables of the environment; a suite that could not even load counts as a failure. */
export const tests = (project: string, env: Record<string, string>): Part => ({
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
    ], env);
    const text = await Deno.readTextFile(file);
    await Deno.remove(file);
    return { tally: text ? read(JSON.parse(text), ok) : { passed: 0, failed: 1, skipped: 0 }, said };
  },
});

function read(report: Report, ok: boolean): Tally {
  for (const { name, assertionResults, startTime, endTime } of report.testResults) {
    files.push({ name: relative(Deno.cwd(), name), seconds: (endTime - startTime) / 1000 });
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status !== "failed") continue;
      failures.push(`failed: ${name} > ${fullName}\n${failureMessages.join("\n").slice(0, MOST_LETTERS)}`);
    }
  }
  const failed = Math.max(report.numFailedTests, ok ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}
