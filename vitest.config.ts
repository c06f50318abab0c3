import { defineConfig } from "vitest/config";

const common = {
  pool: "forks" as const,
  globalSetup: ["./api/core/testing/setup.ts"],
  setupFiles: ["./api/core/testing/each-file.ts"],
  exclude: ["**/node_modules/**", "web/dist/**"],
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  // The gate tells of a failure by its message alone, which is to say what was found.
  chaiConfig: { truncateThreshold: 1_000 },
};

/** Proofs that mostly wait: for leases to run out, for outages to last. */
const waiting = ["api/proofs/{whatsapp/**/*,push,outage,delivery/past}.proof.ts"];

// Five runs. `npm test` says which go on at once.
// Files of a run share processes, whose loading takes longer than most of them; not those of `apart`.
// - unit: quick tests of the server.
// - apart: quick tests of app and channels, which change what a process has only once (its console, its history): one for each file.
// - proofs start, kill and restart whole processes; those that mostly wait are `waits`, three files at a time.
// - browser: scripts in a real browser. A page waits half of its time, so four go on at once.
// They share the machine: a time that is a promise (a line is taken over within 30 s) has room for that.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["{api,db}/**/*.test.ts"],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...common,
          name: "apart",
          include: ["{channels,web}/**/*.test.{ts,tsx}"],
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: "proofs",
          include: ["api/proofs/**/*.proof.ts"],
          exclude: [...common.exclude, ...waiting],
          maxWorkers: 2,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: "waits",
          include: waiting,
          maxWorkers: 3,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: "browser",
          setupFiles: [...common.setupFiles, "./web/e2e/evidence/each-script.ts"],
          include: ["web/e2e/**/*.spec.ts"],
          maxWorkers: 4,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
