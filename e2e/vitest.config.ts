import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: "e2e/server.ts",
    setupFiles: ["e2e/patience.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file has a program and a database of its own: two at a time, in any order.
    maxWorkers: 2,
  },
});
