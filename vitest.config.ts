import { defineConfig } from "vitest/config";

// Unit and integration tests. Browser scripts (*.spec.ts) and the long proofs (*.proof.ts) have runners of their own.
export default defineConfig({
  test: {
    include: ["{api,channels,db,web}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "web/dist/**"],
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["./api/core/testing-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
  },
});
