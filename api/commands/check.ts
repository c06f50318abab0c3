// `npm run check`: format, lint, arrows and rooms of the house, types, what a new feature costs, dead code.
import process from "node:process";
import { closingLine, lane, type Part, step } from "./gate/steps.ts";

export const checks: readonly Part[] = [
  step("format", ["fmt", "--check", "--quiet"]),
  step("lint", ["lint", "--quiet"]),
  step("house", ["run", "-A", "--quiet", "api/commands/house.ts"]),
  step("types", ["check", "--quiet", "api", "channels", "db", "web", "vitest.config.ts"]),
  step("dead code", ["run", "-A", "--quiet", "node_modules/knip/bin/knip.js", "--no-progress"]),
];
/** A check that takes as long as all others together: `npm test` does it where there is room, and names its PostgreSQL. */
export const newFeature = (env?: Record<string, string>): Part =>
  step("new feature", ["run", "-A", "--quiet", "api/commands/new-feature.ts"], env);

if (import.meta.main) {
  const tally = await lane(...checks, newFeature());
  console.log(closingLine(tally));
  process.exit(tally.failed ? 1 : 0);
}
