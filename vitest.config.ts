import { defineConfig } from "vitest/config";

const common = {
  pool: "forks" as const,
  globalSetup: ["./api/core/testing/setup.ts"],
  setupFiles: ["./api/core/testing/each-file.ts"],
  exclude: ["**/node_modules/**", "web/dist/**"],
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

/** Proofs that mostly wait: for leases to run out, for outages to last. */
const waiting = ["api/proofs/{whatsapp/**/*,push,outage,delivery/past}.proof.ts"];

/** Scripts of screens: nothing in them races with the network or with another version. */
const screens = [
  "web/e2e/{accessibility,around,camera,contacts,conversation,day,editors,first-minute,health,hostile}.spec.ts",
  "web/e2e/{install,keyboard,long-texts,mentions,notifications,people-as-one,quick-messages,reports,tags,tickets,webchat,whatsapp}.spec.ts",
];

// Five runs: quick tests; proofs that start, kill and restart whole processes, those that mostly wait three at a time; scripts in a
// real browser. `npm test` says which go on at once. They share the machine: a time that is a promise (a line is taken over within
// 30 s) has room for that. Nothing is tried twice: a test that fails sometimes shows a defect, of the product or its own.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["{api,channels,db,web}/**/*.test.{ts,tsx}"],
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...common,
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
          name: "waits",
          include: waiting,
          maxWorkers: 3,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: "browser",
          include: ["web/e2e/**/*.spec.ts"],
          exclude: [...common.exclude, ...screens],
          maxWorkers: 2,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          name: "screens",
          include: screens,
          maxWorkers: 2,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
