// `npm run check`: format, lint, arrows and rooms of the house, dead code, what a new feature costs, types.
import process from "node:process";
import { closingLine, lane, type Part, step } from "./gate/steps.ts";

export const checks: readonly Part[] = [
  step("format", ["fmt", "--check", "--quiet"]),
  step("lint", ["lint", "--quiet"]),
  step("house", ["run", "-A", "--quiet", "api/commands/house.ts"]),
  step("dead code", ["run", "-A", "--quiet", "node_modules/knip/bin/knip.js", "--no-progress"]),
];
/** What a new feature costs, and the types of everything: it takes longer than all others together. `npm test` names its PostgreSQL. */
export const newFeature = (env?: Record<string, string>): Part =>
  step("new feature", ["run", "-A", "--quiet", "api/commands/new-feature.ts"], env);

if (import.meta.main) {
  const tally = await lane(...checks, newFeature());
  console.log(closingLine(tally));
  process.exit(tally.failed ? 1 : 0);
}
