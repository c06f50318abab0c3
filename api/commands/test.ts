// `npm test`: the gate. Checks, unit and integration tests, proofs at their small size, browser scripts; one closing line.
import process from "node:process";
import { makeDatabase, openServer } from "../core/testing/databases.ts";
import { buildWeb } from "../build-web.ts";
import { checks, newFeature } from "./check.ts";
import { failures, slowest, tests } from "./gate/tests.ts";
import { add, closingLine, lane, nothing, type Part, times } from "./gate/steps.ts";

const server = await openServer();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // The parts hear it too and end by themselves; the database would not.
  if (Deno.build.os === "windows" && signal === "SIGTERM") continue;
  Deno.addSignalListener(signal, () => void server.stop().finally(() => process.exit(130)));
}
const template = await makeDatabase(server.url, "template");
const env = { TEST_DATABASE_URL: server.url, TEST_TEMPLATE_URL: template.url };
const vitest = (project: string) => tests(project, env);
/** The app that browsers get. It counts only when it cannot be built. */
const build: Part = {
  name: "build",
  work: async () => {
    try {
      await buildWeb();
      return { tally: nothing(), said: "" };
    } catch (error) {
      return { tally: { ...nothing(), failed: 1 }, said: String(error) };
    }
  },
};

// Two workers of a part keep two cores busy: parts follow each other. Beside them goes on what leaves a core free: the checks, proofs of
// `waits`, which wait nearly always, what a new feature costs, and the tests of app and channels, which are soon done. Browsers come last: their scripts have time limits, so they get the
// machine for themselves.
const tallies = [
  ...await Promise.all([
    lane(build, vitest("unit"), vitest("proofs")),
    lane(...checks, vitest("waits"), newFeature(env), vitest("apart")),
  ]),
  await lane(vitest("browser")),
];
await server.stop();
const tally = tallies.reduce(add);
for (const told of failures) console.log(`\n${told}`);
console.log(`\n${times()}\n${slowest()}`);
console.log(closingLine(tally));
process.exit(tally.failed ? 1 : 0);
