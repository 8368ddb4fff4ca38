import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: "e2e/server.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One site, one database, two cores: files one after another.
    fileParallelism: false,
  },
});
