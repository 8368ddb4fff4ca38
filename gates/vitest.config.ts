import { defineConfig } from "vitest/config";

// Proofs that take minutes: `npm run gate:<name>` each, beside the gates that are programs.
export default defineConfig({
  test: {
    include: ["gates/**/*.test.ts"],
    globalSetup: "e2e/server.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
