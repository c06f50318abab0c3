import { defineConfig } from "vitest/config";

const common = {
  pool: "forks" as const,
  globalSetup: ["./api/core/testing-setup.ts"],
  exclude: ["**/node_modules/**", "web/dist/**"],
  hookTimeout: 120_000,
};

// Three runs, one after the other: quick tests in parallel; proofs that start, kill and restart whole processes; scripts in a
// real browser. The last two have the machine for themselves.
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
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: "browser",
          include: ["web/e2e/**/*.spec.ts"],
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
